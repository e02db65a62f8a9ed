@NullMarked
package io.relaymq.benchmarks.report;

import org.jspecify.annotations.NullMarked;
