/** Microbenchmarks: which patterns match a subject, and what a message costs before it is sent. */
@NullMarked
package io.relaymq.benchmarks.matching;

import org.jspecify.annotations.NullMarked;
