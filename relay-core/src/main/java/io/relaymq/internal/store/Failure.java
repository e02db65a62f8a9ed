package io.relaymq.internal.store;

import org.jspecify.annotations.Nullable;

/** A failed attempt: {@code delayMillis} until the retry, null for a dead letter; {@code spent} if an attempt is counted. For internal use. */
public record Failure(
        Token token, @Nullable Long delayMillis, String cause, String detail, boolean spent, int maxDeadLetters) {}
