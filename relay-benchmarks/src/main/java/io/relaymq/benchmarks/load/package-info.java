/** The work that every system is given, and whether it was done. */
@NullMarked
package io.relaymq.benchmarks.load;

import org.jspecify.annotations.NullMarked;
