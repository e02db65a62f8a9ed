/** Publishing: check, encode, route, append. */
@NullMarked
package io.relaymq.internal.publish;

import org.jspecify.annotations.NullMarked;
