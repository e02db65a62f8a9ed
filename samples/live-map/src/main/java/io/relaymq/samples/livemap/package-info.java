/** Earthquakes on a map in the browser, as they are published. */
@NullMarked
package io.relaymq.samples.livemap;

import org.jspecify.annotations.NullMarked;
