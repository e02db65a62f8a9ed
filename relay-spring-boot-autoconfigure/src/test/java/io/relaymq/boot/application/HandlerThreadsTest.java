package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.context.ConfigurableApplicationContext;

/** On which threads listeners run. */
class HandlerThreadsTest extends OnRedis {

    static class Threads extends Received {
        @RelayListener("thread")
        void handle(String text) {
            values.add(Thread.currentThread());
        }
    }

    private static Thread handlerThread(String... properties) {
        try (ConfigurableApplicationContext context = start(Threads.class, properties)) {
            context.getBean(RelayTemplate.class).publish("thread", "");
            List<Object> values = context.getBean(Threads.class).values;
            await().until(() -> !values.isEmpty());
            return (Thread) values.get(0);
        }
    }

    @Test
    void handlers_run_on_named_threads() {
        assertThat(handlerThread().getName()).startsWith("relay-handler-");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void handlers_run_on_virtual_threads_if_the_application_does() throws Exception {
        Thread thread = handlerThread("spring.threads.virtual.enabled=true");

        assertThat(thread.getName()).startsWith("relay-handler-");
        assertThat(Thread.class.getMethod("isVirtual").invoke(thread)).isEqualTo(true);
    }

    @Test
    void listeners_receive_with_lazy_initialization() {
        assertThat(handlerThread("spring.main.lazy-initialization=true")).isNotNull();
    }
}
