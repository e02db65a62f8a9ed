/** Placeholder. */
@org.jspecify.annotations.NullMarked
package io.relaymq.embedded;
