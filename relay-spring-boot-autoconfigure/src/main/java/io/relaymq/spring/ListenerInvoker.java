package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.MessageHandler;
import io.relaymq.RejectMessageException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Calls a listener's method. What the method throws comes out as it was thrown. */
final class ListenerInvoker implements MessageHandler {

    private final ListenerMethod listener;
    private final Object bean;
    private final Method method;
    private final ArgumentResolver[] arguments;

    ListenerInvoker(ListenerMethod listener, ArgumentResolver[] arguments) {
        this.listener = listener;
        this.bean = listener.bean();
        this.method = listener.invocable();
        this.arguments = arguments;
    }

    @Override
    public void handle(Delivery delivery) throws Exception {
        @Nullable Object[] values = new @Nullable Object[arguments.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments[i].resolve(delivery);
        }
        try {
            method.invoke(bean, values);
        } catch (InvocationTargetException e) {
            throw thrownBy(e);
        } catch (IllegalArgumentException e) {
            throw new RejectMessageException("Cannot call " + listener + ": " + e.getMessage(), e);
        }
    }

    private static Exception thrownBy(InvocationTargetException e) {
        Throwable thrown = e.getCause();
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof Exception exception ? exception : e;
    }
}
