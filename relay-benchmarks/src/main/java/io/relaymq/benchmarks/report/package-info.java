/** Tables, charts and the machine they are true of. */
@NullMarked
package io.relaymq.benchmarks.report;

import org.jspecify.annotations.NullMarked;
