/** The port: what the engine asks of the datastore, in the engine's words. Imports nothing but the words. */
@NullMarked
package io.relaymq.internal.store;

import org.jspecify.annotations.NullMarked;
