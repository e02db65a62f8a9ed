/** Runs: a system, a piece of work, and what came of it. */
@NullMarked
package io.relaymq.benchmarks.run;

import org.jspecify.annotations.NullMarked;
