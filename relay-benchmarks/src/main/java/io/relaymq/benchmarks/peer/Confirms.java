package io.relaymq.benchmarks.peer;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/** A channel with publisher confirms, as futures. Used by one thread. */
final class Confirms {

    /** What publishes. */
    interface Publish {
        void on(Channel channel) throws IOException;
    }

    private final Channel channel;
    private final ConcurrentNavigableMap<Long, CompletableFuture<Void>> waiting = new ConcurrentSkipListMap<>();

    Confirms(Channel channel) throws IOException {
        this.channel = channel;
        channel.confirmSelect();
        channel.addConfirmListener(
                (number, upTo) -> settle(number, upTo, future -> future.complete(null)),
                (number, upTo) -> settle(
                        number,
                        upTo,
                        future -> future.completeExceptionally(new IllegalStateException("Refused by the server"))));
    }

    CompletableFuture<Void> publish(Publish publish) throws IOException {
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        waiting.put(channel.getNextPublishSeqNo(), confirmed);
        publish.on(channel);
        return confirmed;
    }

    private void settle(long number, boolean upTo, Consumer<CompletableFuture<Void>> verdict) {
        if (upTo) {
            ConcurrentNavigableMap<Long, CompletableFuture<Void>> settled = waiting.headMap(number, true);
            settled.values().forEach(verdict);
            settled.clear();
        } else {
            CompletableFuture<Void> settled = waiting.remove(number);
            if (settled != null) {
                verdict.accept(settled);
            }
        }
    }
}
