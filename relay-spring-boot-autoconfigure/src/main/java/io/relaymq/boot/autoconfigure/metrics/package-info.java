/** Meters of Relay. */
@NullMarked
package io.relaymq.boot.autoconfigure.metrics;

import org.jspecify.annotations.NullMarked;
