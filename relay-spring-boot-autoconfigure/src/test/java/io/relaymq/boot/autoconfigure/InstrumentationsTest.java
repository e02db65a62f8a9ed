package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.Broadcast;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.WorkerOptions;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeWorker;
import io.relaymq.spring.RelayInstrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who looks at publishes and handlers is told in order, and cannot harm them. */
class InstrumentationsTest {

    private final List<String> told = new ArrayList<>();
    private final FakeRelay fake = new FakeRelay();
    private final Broadcast events = new LifecycleRelay(
                    () -> fake, new Instrumentations(List.of(new Broken(), new Telling("a"), new Telling("b"))))
            .broadcast("events");

    private final class Telling implements RelayInstrumentation {

        private final String name;

        Telling(String name) {
            this.name = name;
        }

        @Override
        public Publishing publishing(String broadcast, Message message) {
            told.add(name + " begins");
            return new Publishing() {
                @Override
                public Message message() {
                    return message.withHeader(name, broadcast);
                }

                @Override
                public void finished(@Nullable PublishResult result, @Nullable Throwable failure) {
                    told.add(name + (failure == null ? " ends" : " fails"));
                }
            };
        }

        @Override
        public Handling handling(Delivery delivery) {
            told.add(name + " begins");
            return new Handling() {
                @Override
                public void returned() {
                    told.add(name + " returned");
                }

                @Override
                public void finished(@Nullable Throwable failure) {
                    told.add(name + (failure == null ? " ends" : " fails"));
                }
            };
        }
    }

    private static final class Broken implements RelayInstrumentation {

        @Override
        public Publishing publishing(String broadcast, Message message) {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public Handling handling(Delivery delivery) {
            return failure -> {
                throw new IllegalStateException("on purpose");
            };
        }
    }

    @Test
    void a_publish_is_told_from_the_outermost_to_the_innermost_and_back() {
        events.publish("a", 1);
        assertThat(told).containsExactly("a begins", "b begins", "b ends", "a ends");
        assertThat(fake.published.get(0).getValue().headers())
                .containsEntry("a", "events")
                .containsEntry("b", "events");

        told.clear();
        events.publishAsync(Message.of("a", 1)).join();
        assertThat(told).containsExactly("a begins", "b begins", "b ends", "a ends");

        told.clear();
        assertThat(events.publishAll(List.of(Message.of("a", 1), Message.of("b", 2))))
                .hasSize(2);
        assertThat(told).hasSize(8).endsWith("b ends", "a ends");
    }

    @Test
    void a_publish_that_fails_is_told_and_fails() {
        fake.closed = true;

        assertThatThrownBy(() -> events.publish("a", 1)).isInstanceOf(IllegalStateException.class);

        assertThat(told).endsWith("b fails", "a fails");
    }

    @Test
    void a_handler_is_told_when_it_has_returned_and_when_the_outcome_is_known() throws Exception {
        FakeWorker worker =
                (FakeWorker) events.subscribe(WorkerOptions.of("s").build(), delivery -> told.add("handles"));
        worker.deliver("a", 1);
        assertThat(told)
                .containsExactly("a begins", "b begins", "handles", "b returned", "a returned", "b ends", "a ends");
    }

    @Test
    void a_handler_that_fails_is_told_and_fails() {
        FakeWorker worker = (FakeWorker) events.subscribe(WorkerOptions.of("s").build(), delivery -> {
            throw new IllegalArgumentException("on purpose");
        });

        assertThatThrownBy(() -> worker.deliver("a", 1)).isInstanceOf(IllegalArgumentException.class);

        assertThat(told).endsWith("b returned", "a returned", "b fails", "a fails");
    }

    @Test
    void a_stage_is_told_when_it_completes() throws Exception {
        CompletableFuture<String> stage = new CompletableFuture<>();
        var handler = new Instrumentations(List.of(new Telling("a")))
                .around((io.relaymq.AsyncMessageHandler) delivery -> stage);
        FakeWorker worker = (FakeWorker)
                fake.broadcast("events").subscribe(WorkerOptions.of("t").build(), handler::handle);
        worker.deliver("a", 1);
        assertThat(told).containsExactly("a begins", "a returned");

        stage.completeExceptionally(new IllegalStateException("on purpose"));

        assertThat(told).endsWith("a fails");
    }
}
