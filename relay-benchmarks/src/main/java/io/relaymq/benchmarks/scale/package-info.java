/** What more than one server carries: worked out and simulated from the costs of one. */
@NullMarked
package io.relaymq.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
