/** Looking after subscriptions and dead letters: bounded steps on the port, for callers who wait. */
@NullMarked
package io.relaymq.internal.admin;

import org.jspecify.annotations.NullMarked;
