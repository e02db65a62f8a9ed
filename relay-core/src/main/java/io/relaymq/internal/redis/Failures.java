package io.relaymq.internal.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.relaymq.BroadcastOverflowException;
import io.relaymq.DelayedMessagesFullException;
import io.relaymq.NoSubscribersException;
import io.relaymq.PublishOutcomeUnknownException;
import io.relaymq.RelayException;
import io.relaymq.RelayUnavailableException;
import io.relaymq.RetainedValuesFullException;
import io.relaymq.UnknownLayoutException;
import io.relaymq.internal.store.AnswerLostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What went wrong with a command, in Relay's words. */
final class Failures {

    private static final String UNKNOWN_LAYOUT = "UNKNOWN_LAYOUT ";

    private Failures() {}

    static @Nullable Throwable unwrap(@Nullable Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    static <T> void pass(T value, @Nullable Throwable failure, CompletableFuture<T> to) {
        if (failure == null) {
            to.complete(value);
        } else {
            to.completeExceptionally(failure);
        }
    }

    /**
     * Whether the server may have carried the command out although its answer did not come. Only a refusal and what was
     * never sent are sure: the first command of a connection that is reset fails with a plain I/O error.
     */
    static boolean outcomeUnknown(Throwable failure) {
        if (failure instanceof LinkException link) {
            return link.sent();
        }
        return !(failure instanceof RedisCommandExecutionException);
    }

    /** Whether the server says that another one is in charge now. Nothing was done. */
    static boolean isMisdirected(Throwable failure) {
        if (!(failure instanceof RedisCommandExecutionException)) {
            return false;
        }
        String why = String.valueOf(failure.getMessage());
        return why.startsWith("MOVED ") || why.startsWith("CLUSTERDOWN") || why.contains("READONLY");
    }

    static String describe(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null && deepest.getCause() != deepest) {
            deepest = deepest.getCause();
        }
        String message = deepest.getMessage();
        return message == null ? deepest.getClass().getSimpleName() : message;
    }

    /** A refused or failed publish: what went wrong, what happened to the message, what to do. */
    static RelayException ofPublish(String asked, Throwable failure) {
        if (outcomeUnknown(failure)) {
            return new PublishOutcomeUnknownException(
                    asked + describe(failure)
                            + ". The message may have been stored; repeat it with the same idempotency key.",
                    failure);
        }
        String why = describe(failure);
        if (why.startsWith(UNKNOWN_LAYOUT)) {
            return unknownLayout(asked, failure);
        }
        if (why.startsWith("NO_SUBSCRIBERS")) {
            return new NoSubscribersException(asked + "no subscription wants it. It was not stored.", failure);
        }
        if (why.startsWith("RETAINED_FULL ")) {
            return new RetainedValuesFullException(
                    asked + why.substring("RETAINED_FULL ".length()).split(" ")[0]
                            + " subjects have a retained value already. It was not stored; delete some, or do not retain it.",
                    failure);
        }
        if (why.startsWith("DELAYED_FULL ")) {
            return new DelayedMessagesFullException(
                    asked + why.substring("DELAYED_FULL ".length())
                            + " delayed messages wait already. It was not stored; publish it later, or cancel some.",
                    failure);
        }
        if (why.startsWith("OVERFLOW ")) {
            return new BroadcastOverflowException(
                    asked + "subscription '" + why.substring("OVERFLOW ".length())
                            + "' has not been given messages that the cap would take. It was not stored.",
                    failure);
        }
        return new RelayUnavailableException(asked + why + ". The message was not stored.", failure);
    }

    static RelayException unavailable(String asked, Throwable failure) {
        if (describe(failure).startsWith(UNKNOWN_LAYOUT)) {
            return unknownLayout("Cannot " + asked + ": ", failure);
        }
        String why = failure instanceof RedisCommandExecutionException ? "Redis refused" : "Redis did not answer";
        String message = "Cannot " + asked + ": " + why + " (" + describe(failure) + ").";
        return outcomeUnknown(failure)
                ? new AnswerLostException(message, failure)
                : new RelayUnavailableException(message, failure);
    }

    private static RelayException unknownLayout(String asked, Throwable failure) {
        String version = describe(failure).substring(UNKNOWN_LAYOUT.length());
        return new UnknownLayoutException(
                asked + "it has layout " + version
                        + " in Redis, and this version of Relay knows layout 1 only. Nothing was"
                        + " changed. Use a version of Relay that knows it, or another namespace.",
                failure);
    }
}
