package io.relaymq.spring;

import io.relaymq.RejectMessageException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Calls a listener's method. What the method throws comes out as it was thrown. */
final class ListenerInvoker implements ListenerCall {

    private final ListenerMethod listener;
    private final Method method;
    private final ListenerArguments arguments;
    private final ListenerResults.Awaiting results;
    private final boolean suspending;

    ListenerInvoker(ListenerMethod listener, ListenerArguments arguments) {
        this.listener = listener;
        this.method = listener.invocable();
        this.arguments = arguments;
        this.suspending = SuspendingFunctions.isOne(method);
        this.results = ListenerResults.of(listener.method());
    }

    @Override
    public CompletionStage<?> invoke(Invocation invocation) throws Exception {
        @Nullable Object[] values = arguments.resolve(invocation);
        Object result;
        try {
            result = suspending
                    ? SuspendingFunctions.call(method, listener.bean(), values)
                    : method.invoke(listener.bean(), values);
        } catch (InvocationTargetException e) {
            throw thrownBy(e);
        } catch (IllegalArgumentException e) {
            throw new RejectMessageException("Cannot call " + listener + ": " + e.getMessage(), e);
        }
        return results.stage(result);
    }

    private static Exception thrownBy(InvocationTargetException e) {
        Throwable thrown = e.getCause();
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof Exception exception ? exception : e;
    }
}
