/** The systems that are measured, each behind the same small interface. */
@NullMarked
package io.relaymq.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
