package io.relaymq.spring;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;

/** What a listener's method returns, as a stage to wait for. */
final class ListenerResults {

    static final CompletableFuture<@Nullable Void> DONE = CompletableFuture.completedFuture(null);

    /** How one kind of result is awaited. */
    @FunctionalInterface
    interface Awaiting {
        CompletionStage<?> stage(@Nullable Object result);
    }

    private ListenerResults() {}

    /**
     * @throws IllegalArgumentException if the results cannot be awaited
     */
    static Awaiting of(Method method) {
        if (SuspendingFunctions.isOne(method)) {
            SuspendingFunctions.requireCallable(method);
            return result -> result instanceof CompletionStage<?> stage ? stage : missing(method);
        }
        Class<?> type = method.getReturnType();
        if (CompletionStage.class.isAssignableFrom(type)) {
            return result -> result instanceof CompletionStage<?> stage ? stage : missing(method);
        }
        if (Future.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("the result " + type.getName()
                    + " cannot be awaited without a thread: return a CompletableFuture, or wait in the method");
        }
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
        if (adapter == null) {
            return result -> result instanceof CompletionStage<?> stage ? stage : DONE;
        }
        if (adapter.isMultiValue()) {
            throw new IllegalArgumentException("the result " + type.getName()
                    + " may be many values, and nothing says which one ends the handling: return a Mono, such as"
                    + " flux.then()");
        }
        return result -> result == null ? missing(method) : ReactiveResult.stage(adapter, result);
    }

    private static CompletionStage<?> missing(Method method) {
        return CompletableFuture.failedFuture(new IllegalStateException("Listener " + method.getName()
                + "() returned null instead of a " + method.getReturnType().getSimpleName()
                + ": nothing tells when it is done. The attempt counts as failed; return a completed one"));
    }
}
