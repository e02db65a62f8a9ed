package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.Delivery;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.DestinationVariable;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.validation.annotation.Validated;
import reactor.core.publisher.Flux;

/** Methods that could never work. */
class ListenerRefusalTest {

    static class TwoPayloads {
        @RelayListener
        void handle(String one, String two) {}
    }

    static class RawSpringMessage {
        @RelayListener
        void handle(Message<?> message) {}
    }

    static class PlainFuture {
        @RelayListener
        Future<String> handle(String text) {
            return CompletableFuture.completedFuture(text);
        }
    }

    static class ManyValues {
        @RelayListener
        Flux<String> handle(String text) {
            return Flux.just(text);
        }
    }

    static class BatchAndMore {
        @RelayListener
        void handle(List<String> texts, Delivery delivery) {}
    }

    static class ByHandWithoutAcknowledgment {
        @RelayListener(ackMode = "MANUAL")
        void handle(String text) {}
    }

    static class AcknowledgmentWithoutByHand {
        @RelayListener
        void handle(String text, Acknowledgment acknowledgment) {}
    }

    static class ValidatedByNobody {
        @RelayListener
        void handle(@Validated String text) {}
    }

    static class NoSuchVariable {
        @RelayListener({"orders.{id}.paid", "orders.*.created"})
        void handle(@DestinationVariable String id) {}
    }

    static class HalfAVariable {
        @RelayListener("orders.x{id}")
        void handle(String text) {}
    }

    static class HandlerWithoutListener {
        @RelayHandler("a")
        void handle(String text) {}
    }

    static class HeadersOfNoMap {
        @RelayListener
        void handle(@Headers List<String> headers) {}
    }

    @Test
    void a_method_that_could_never_work_fails_the_start() {
        Map<Class<?>, String> refusals = Map.ofEntries(
                Map.entry(TwoPayloads.class, "would both be the payload"),
                Map.entry(RawSpringMessage.class, "does not say of what"),
                Map.entry(PlainFuture.class, "cannot be awaited"),
                Map.entry(ManyValues.class, "many values"),
                Map.entry(BatchAndMore.class, "a batch has nothing beside its List"),
                Map.entry(ByHandWithoutAcknowledgment.class, "no parameter is an Acknowledgment"),
                Map.entry(AcknowledgmentWithoutByHand.class, "ackMode is AUTO"),
                Map.entry(ValidatedByNobody.class, "no single Validator"),
                Map.entry(NoSuchVariable.class, "there is no {id} in 'orders.*.created'"),
                Map.entry(HalfAVariable.class, "'x{id}' is no variable"),
                Map.entry(HandlerWithoutListener.class, "no @RelayListener"),
                Map.entry(HeadersOfNoMap.class, "must be a Map"));
        refusals.forEach((listener, why) -> ListenerContext.runner()
                .withBean("listener", listener)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(RelayConfigurationException.class)
                        .hasMessageContainingAll(listener.getName() + ".handle(", why)));
    }
}
