/** Keys, scripts and connections: the only room that speaks to Redis, and the only one that imports its client. */
@NullMarked
package io.relaymq.internal.redis;

import org.jspecify.annotations.NullMarked;
