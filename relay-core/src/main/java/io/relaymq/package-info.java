/**
 * Durable, subject-addressed broadcast on Redis or Valkey: a message is published to a dotted subject, and every
 * subscription whose patterns match receives its own copy, at least once.
 *
 * <p><b>The words.</b> A <i>subject</i> ({@code orders.42.status}) is the address of a message; its <i>segments</i> are
 * the pieces between the dots. A <i>pattern</i> ({@code orders.*.status}) says which subjects a subscription wants: the
 * segment {@code *} stands for exactly one segment, {@code >} for one or more at the end, {@code #} for zero or more
 * anywhere, and a leading {@code !} excludes. A <i>broadcast</i> is a named log of messages with its retention. A
 * <i>subscription</i> is a durable, named receiver with its patterns, its inbox and its position; a <i>consumer</i> is
 * one process's part in it. A <i>delivery</i> is one message handed to one subscription; it is <i>settled</i> when it is
 * acknowledged, put back for a retry, released unrun, or dead-lettered.
 */
@NullMarked
package io.relaymq;

import org.jspecify.annotations.NullMarked;
