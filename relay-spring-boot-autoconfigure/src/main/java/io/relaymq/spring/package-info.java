/** Relay for Spring applications: {@link io.relaymq.spring.RelayListener} and {@link io.relaymq.spring.RelayTemplate}. */
@NullMarked
package io.relaymq.spring;

import org.jspecify.annotations.NullMarked;
