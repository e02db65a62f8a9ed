/** How costs change as the work grows. */
@NullMarked
package io.relaymq.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
