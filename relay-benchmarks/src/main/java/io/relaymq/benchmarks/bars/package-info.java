/** What must hold, measured: each bar with what was reached. */
@NullMarked
package io.relaymq.benchmarks.bars;

import org.jspecify.annotations.NullMarked;
