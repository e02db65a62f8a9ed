/** Delivery: read, queue, decode, handle, settle. */
@NullMarked
package io.relaymq.internal.consume;

import org.jspecify.annotations.NullMarked;
