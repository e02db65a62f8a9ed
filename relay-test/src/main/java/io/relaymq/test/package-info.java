/** For the tests of Relay's users: a real server, a namespace of the test's own, and waiting for what was published. */
@NullMarked
package io.relaymq.test;

import org.jspecify.annotations.NullMarked;
