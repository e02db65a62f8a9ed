/** Measurements, run by hand. */
@NullMarked
package io.relaymq.benchmarks;

import org.jspecify.annotations.NullMarked;
