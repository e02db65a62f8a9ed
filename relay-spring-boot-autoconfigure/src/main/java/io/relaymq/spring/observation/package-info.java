/** Observations of publishing and handling, for traces and timers, and how to change what they say. */
@NullMarked
package io.relaymq.spring.observation;

import org.jspecify.annotations.NullMarked;
