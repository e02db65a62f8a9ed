/** A consumer's lease on what it was handed: pure rules, no Redis, no clock of its own. */
@NullMarked
package io.relaymq.internal.lease;

import org.jspecify.annotations.NullMarked;
