/** Listeners in processes of their own. */
@NullMarked
package io.relaymq.benchmarks.listener;

import org.jspecify.annotations.NullMarked;
