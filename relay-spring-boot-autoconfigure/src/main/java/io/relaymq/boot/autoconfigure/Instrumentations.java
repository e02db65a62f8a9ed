package io.relaymq.boot.autoconfigure;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.Delivery;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PublishResult;
import io.relaymq.spring.RelayInstrumentation;
import io.relaymq.spring.RelayInstrumentation.Handling;
import io.relaymq.spring.RelayInstrumentation.Publishing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where instrumentations are called: what they throw is logged, and the publish or the handler goes on. */
record Instrumentations(List<RelayInstrumentation> all) {

    private static final Logger log = LoggerFactory.getLogger(Instrumentations.class);

    static final Instrumentations NONE = new Instrumentations(List.of());

    PublishResult publish(String broadcast, Message message, Function<Message, PublishResult> send) {
        Publish publish = begin(broadcast, message);
        try {
            PublishResult result = send.apply(publish.message);
            publish.finished(result, null);
            return result;
        } catch (RuntimeException | Error e) {
            publish.finished(null, e);
            throw e;
        }
    }

    CompletableFuture<PublishResult> publishAsync(
            String broadcast, Message message, Function<Message, CompletableFuture<PublishResult>> send) {
        Publish publish = begin(broadcast, message);
        try {
            CompletableFuture<PublishResult> result = send.apply(publish.message);
            return publish.told.isEmpty() ? result : result.whenComplete(publish::finished);
        } catch (RuntimeException | Error e) {
            publish.finished(null, e);
            throw e;
        }
    }

    List<PublishResult> publishAll(
            String broadcast, List<Message> messages, Function<List<Message>, List<PublishResult>> send) {
        List<Publish> publishes =
                messages.stream().map(message -> begin(broadcast, message)).toList();
        try {
            List<PublishResult> results =
                    send.apply(publishes.stream().map(Publish::message).toList());
            for (int i = 0; i < publishes.size(); i++) {
                publishes.get(i).finished(i < results.size() ? results.get(i) : null, null);
            }
            return results;
        } catch (RuntimeException | Error e) {
            publishes.forEach(publish -> publish.finished(null, e));
            throw e;
        }
    }

    MessageHandler around(MessageHandler handler) {
        return all.isEmpty() ? handler : delivery -> handle(handler, delivery);
    }

    AsyncMessageHandler around(AsyncMessageHandler handler) {
        return all.isEmpty() ? handler : delivery -> handle(handler, delivery);
    }

    private void handle(MessageHandler handler, Delivery delivery) throws Exception {
        List<Handling> told = begin(delivery);
        try {
            handler.handle(delivery);
        } catch (Exception | Error e) {
            returned(told);
            finished(told, e);
            throw e;
        }
        returned(told);
        finished(told, null);
    }

    private CompletionStage<?> handle(AsyncMessageHandler handler, Delivery delivery) throws Exception {
        List<Handling> told = begin(delivery);
        CompletionStage<?> stage;
        try {
            stage = handler.handle(delivery);
        } catch (Exception | Error e) {
            returned(told);
            finished(told, e);
            throw e;
        }
        returned(told);
        if (stage == null) { // the attempt fails for it
            finished(told, new IllegalStateException("The handler returned no stage"));
        } else {
            stage.whenComplete((value, failure) -> finished(told, failure));
        }
        return stage;
    }

    private static void returned(List<Handling> told) {
        each(told, Handling::returned);
    }

    private static void finished(List<Handling> told, @Nullable Throwable failure) {
        Throwable cause = cause(failure);
        each(told, one -> one.finished(cause));
    }

    private static @Nullable Throwable cause(@Nullable Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private Publish begin(String broadcast, Message message) {
        Publish publish = new Publish(message, new ArrayList<>(all.size()));
        for (RelayInstrumentation one : all) {
            try {
                Publishing publishing = one.publishing(broadcast, publish.message);
                if (publishing != null) {
                    publish = new Publish(publishing.message(), publish.told);
                    publish.told.add(0, publishing);
                }
            } catch (RuntimeException | Error e) {
                failed(one, e);
            }
        }
        return publish;
    }

    private List<Handling> begin(Delivery delivery) {
        List<Handling> told = new ArrayList<>(all.size());
        for (RelayInstrumentation one : all) {
            try {
                Handling handling = one.handling(delivery);
                if (handling != null) {
                    told.add(0, handling);
                }
            } catch (RuntimeException | Error e) {
                failed(one, e);
            }
        }
        return told;
    }

    private static <T> void each(List<T> told, Consumer<T> what) {
        for (T one : told) {
            try {
                what.accept(one);
            } catch (RuntimeException | Error e) {
                failed(one, e);
            }
        }
    }

    private static void failed(Object instrumentation, Throwable failure) {
        log.warn("Instrumentation {} failed; nothing else is changed by it", instrumentation, failure);
    }

    /** @param told the innermost first */
    private record Publish(Message message, List<Publishing> told) {

        void finished(@Nullable PublishResult result, @Nullable Throwable failure) {
            Throwable cause = cause(failure);
            each(told, one -> one.finished(result, cause));
        }
    }
}
