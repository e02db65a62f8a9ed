/** Health of Relay. */
@NullMarked
package io.relaymq.boot.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
