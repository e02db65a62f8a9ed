/** Reading the log beside all subscriptions: page by page, or as it grows. */
@NullMarked
package io.relaymq.internal.follow;

import org.jspecify.annotations.NullMarked;
