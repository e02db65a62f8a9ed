/**
 * A real Redis or Valkey server as a child process, for development, samples and tests, and a faulty link to put in front of it.
 *
 * <p>Start with {@link io.relaymq.embedded.RedisProcess#builder()}. Neither a container nor an installation is needed as long as
 * {@code valkey-server} or {@code redis-server} is on the PATH, or the library {@code com.github.codemonstur:embedded-redis}, which
 * carries a binary, is on the class path. Not for production data: the server belongs to this JVM and its files are deleted.
 */
@NullMarked
package io.relaymq.embedded;

import org.jspecify.annotations.NullMarked;
