package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Headers;

/** Methods that could never work. */
class ListenerRefusalTest {

    static class TwoPayloads {
        @RelayListener
        void handle(String one, String two) {}
    }

    static class SpringMessage {
        @RelayListener
        void handle(Message<String> message) {}
    }

    static class Asynchronous {
        @RelayListener
        CompletableFuture<Void> handle(String text) {
            return CompletableFuture.completedFuture(null);
        }
    }

    static class HeadersOfNoMap {
        @RelayListener
        void handle(@Headers List<String> headers) {}
    }

    @Test
    void a_method_that_could_never_work_fails_the_start() {
        for (Class<?> listener :
                List.of(TwoPayloads.class, SpringMessage.class, Asynchronous.class, HeadersOfNoMap.class)) {
            ListenerContext.runner()
                    .withBean("listener", listener)
                    .run(context ->
                            assertThat(context).getFailure().hasMessageContaining(listener.getName() + ".handle()"));
        }
    }
}
