/** The periodic tasks: each is one {@code runOnce()}, and one class schedules them. */
@NullMarked
package io.relaymq.internal.upkeep;

import org.jspecify.annotations.NullMarked;
