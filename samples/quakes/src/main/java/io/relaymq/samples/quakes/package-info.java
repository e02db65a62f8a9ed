/** A week of earthquakes, broadcast to three listeners. */
@NullMarked
package io.relaymq.samples.quakes;

import org.jspecify.annotations.NullMarked;
