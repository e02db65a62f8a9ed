package io.relaymq.internal.admin;

import io.relaymq.RelayException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Waits for an answer; every command has its own timeout. */
final class Waiting {

    private Waiting() {}

    static <T extends @Nullable Object> T on(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RelayException known) {
                throw known;
            }
            throw e;
        }
    }
}
