@NullMarked
package io.relaymq.benchmarks.matching;

import org.jspecify.annotations.NullMarked;
