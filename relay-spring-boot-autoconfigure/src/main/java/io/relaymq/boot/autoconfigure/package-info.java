/** Auto-configuration of Relay for Spring Boot. */
@NullMarked
package io.relaymq.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
