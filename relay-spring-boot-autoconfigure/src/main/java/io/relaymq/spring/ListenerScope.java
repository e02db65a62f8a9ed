package io.relaymq.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.Scope;

/** Lets the expressions of a listener's annotation refer to its bean, as {@code __listener}. */
record ListenerScope(Object listener) implements Scope {

    static final String NAME = "__listener";

    @Override
    public @Nullable Object resolveContextualObject(String key) {
        return key.equals(NAME) ? listener : null;
    }

    @Override
    public Object get(String name, ObjectFactory<?> factory) {
        throw new UnsupportedOperationException("Holds no beans, was asked for '" + name + "'");
    }

    @Override
    public @Nullable Object remove(String name) {
        return null;
    }

    @Override
    public void registerDestructionCallback(String name, Runnable callback) {}
}
