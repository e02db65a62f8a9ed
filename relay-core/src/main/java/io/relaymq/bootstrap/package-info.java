/** The door: {@link io.relaymq.bootstrap.RelayBuilder} makes a running {@link io.relaymq.Relay}. */
@NullMarked
package io.relaymq.bootstrap;

import org.jspecify.annotations.NullMarked;
