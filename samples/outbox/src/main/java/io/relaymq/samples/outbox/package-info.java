/** Orders in a database, and their events published from an outbox. */
@NullMarked
package io.relaymq.samples.outbox;

import org.jspecify.annotations.NullMarked;
