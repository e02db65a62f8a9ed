/** That the benchmarks themselves work. */
@NullMarked
package io.relaymq.benchmarks;

import org.jspecify.annotations.NullMarked;
