/** The events of Spring Modulith, published by Relay. */
@NullMarked
package io.relaymq.boot.autoconfigure.modulith;

import org.jspecify.annotations.NullMarked;
