package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.spring.RelayHandler;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayMessage;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** A native image has the listeners' methods, their payloads and the scripts. */
class NativeHintsTest {

    record Bare(int value) {}

    record Wrapped(int value) {}

    record Batched(int value) {}

    record Routed(int value) {}

    static class Listeners {
        @RelayListener
        void bare(Bare bare) {}

        @RelayListener(id = "wrapped", subscription = "wrapped")
        @RelayListener(id = "again", subscription = "again")
        void wrapped(RelayMessage<Wrapped> wrapped) {}

        @RelayListener
        void batched(List<Batched> batch) {}
    }

    @RelayListener
    static class Routes {
        @RelayHandler(isDefault = true)
        void routed(Routed routed) {}
    }

    @Test
    void methods_and_payloads_are_reflected() {
        RuntimeHints hints = new RuntimeHints();

        new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, Listeners.class, Routes.class);

        Stream.of("bare", "wrapped", "batched").forEach(name -> assertCallable(hints, Listeners.class, name));
        assertCallable(hints, Routes.class, "routed");
        Stream.of(Bare.class, Wrapped.class, Batched.class, Routed.class)
                .forEach(payload -> assertCallable(hints, payload, "value"));
    }

    private static void assertCallable(RuntimeHints hints, Class<?> type, String name) {
        Method method = Stream.of(type.getDeclaredMethods())
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElseThrow();
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(method))
                .as(method.toString())
                .accepts(hints);
    }

    @Test
    void the_scripts_are_resources() {
        RuntimeHints hints = new RuntimeHints();

        SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
                .load(RuntimeHintsRegistrar.class)
                .forEach(registrar -> registrar.registerHints(hints, getClass().getClassLoader()));

        assertThat(RuntimeHintsPredicates.resource().forResource("io/relaymq/internal/redis/publish.lua"))
                .accepts(hints);
    }
}
