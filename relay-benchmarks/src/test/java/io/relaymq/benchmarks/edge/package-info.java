@NullMarked
package io.relaymq.benchmarks.edge;

import org.jspecify.annotations.NullMarked;
