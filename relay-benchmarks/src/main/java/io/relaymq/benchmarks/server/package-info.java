/** Servers that a run starts and stops, and what they used. */
@NullMarked
package io.relaymq.benchmarks.server;

import org.jspecify.annotations.NullMarked;
