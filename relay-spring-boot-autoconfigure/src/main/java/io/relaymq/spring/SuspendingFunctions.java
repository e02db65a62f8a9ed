package io.relaymq.spring;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.core.CoroutinesUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;

/** Kotlin's {@code suspend} functions. Knows its coroutines, which need not be there. */
final class SuspendingFunctions {

    private static final String CONTINUATION = "kotlin.coroutines.Continuation";

    private SuspendingFunctions() {}

    static boolean isOne(Method method) {
        return KotlinDetector.isSuspendingFunction(method);
    }

    /** The last parameter, which no source code has: how the function goes on. */
    static boolean isContinuation(MethodParameter parameter) {
        return parameter.getParameterType().getName().equals(CONTINUATION)
                && parameter.getMethod() != null
                && isOne(parameter.getMethod());
    }

    /**
     * @throws IllegalArgumentException if it cannot be called, or its end cannot be seen
     */
    static void requireCallable(Method method) {
        if (!KotlinDetector.isKotlinReflectPresent()
                || !ClassUtils.isPresent(
                        "kotlinx.coroutines.reactor.MonoKt",
                        method.getDeclaringClass().getClassLoader())) {
            throw new IllegalArgumentException(
                    "a suspend function needs org.jetbrains.kotlinx:kotlinx-coroutines-reactor"
                            + " and org.jetbrains.kotlin:kotlin-reflect on the class path");
        }
        Class<?> result = ParameterTypes.raw(result(method));
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(result);
        if (Future.class.isAssignableFrom(result)
                || CompletionStage.class.isAssignableFrom(result)
                || adapter != null && adapter.isMultiValue()) {
            throw new IllegalArgumentException("the result " + result.getName()
                    + " of a suspend function is not awaited: await or collect it in the function");
        }
    }

    /** What the source code says it returns: its continuation takes it. */
    private static Type result(Method method) {
        Type[] parameters = method.getGenericParameterTypes();
        Type continuation = parameters[parameters.length - 1];
        Type result = continuation instanceof ParameterizedType of ? of.getActualTypeArguments()[0] : Object.class;
        return result instanceof WildcardType wildcard && wildcard.getLowerBounds().length > 0
                ? wildcard.getLowerBounds()[0]
                : result;
    }

    /** Begins on this thread; if the future is cancelled, so is the coroutine. */
    static CompletableFuture<?> call(Method method, Object bean, @Nullable Object[] arguments) {
        return Mono.fromDirect(CoroutinesUtils.invokeSuspendingFunction(method, bean, arguments))
                .toFuture();
    }
}
