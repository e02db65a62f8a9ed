/** The HTTP edge under many clients, some of which die and some of which never read. */
@NullMarked
package io.relaymq.benchmarks.edge;

import org.jspecify.annotations.NullMarked;
