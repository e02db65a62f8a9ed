@NullMarked
package io.relaymq.benchmarks.load;

import org.jspecify.annotations.NullMarked;
