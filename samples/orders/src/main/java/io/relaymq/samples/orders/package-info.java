/** An order service and three that listen to it: billing, shipping, analytics. */
@NullMarked
package io.relaymq.samples.orders;

import org.jspecify.annotations.NullMarked;
