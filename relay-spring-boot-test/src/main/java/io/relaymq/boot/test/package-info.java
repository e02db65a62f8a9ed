/** What the tests of Spring Boot applications with Relay need. */
@NullMarked
package io.relaymq.boot.test;

import org.jspecify.annotations.NullMarked;
