/** Publishing and server-sent events over HTTP, on Web MVC and WebFlux alike. */
@NullMarked
package io.relaymq.boot.autoconfigure.http;

import org.jspecify.annotations.NullMarked;
