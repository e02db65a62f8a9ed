/** The actuator endpoint of Relay. */
@NullMarked
package io.relaymq.boot.autoconfigure.endpoint;

import org.jspecify.annotations.NullMarked;
