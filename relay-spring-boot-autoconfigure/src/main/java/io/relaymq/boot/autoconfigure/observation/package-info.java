/** Observations of Relay. */
@NullMarked
package io.relaymq.boot.autoconfigure.observation;

import org.jspecify.annotations.NullMarked;
