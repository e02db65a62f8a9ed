package io.relaymq.bootstrap;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastOptions;
import io.relaymq.BroadcastTrimmed;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.MessageLog;
import io.relaymq.PayloadCodec;
import io.relaymq.PublishResult;
import io.relaymq.RelayException;
import io.relaymq.RelayOptions;
import io.relaymq.RetainedValues;
import io.relaymq.Subscriptions;
import io.relaymq.WorkerOptions;
import io.relaymq.internal.admin.RetainedAdmin;
import io.relaymq.internal.admin.SubscriptionAdmin;
import io.relaymq.internal.follow.LogReader;
import io.relaymq.internal.publish.MessagePublisher;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Connections;
import io.relaymq.internal.store.DelayedStore;
import io.relaymq.internal.upkeep.AgeTrimmer;
import io.relaymq.internal.upkeep.Expirer;
import io.relaymq.internal.upkeep.Promoter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One broadcast of a Relay. */
final class DefaultBroadcast implements Broadcast, MessagePublisher.Listener {

    private static final Logger log = LoggerFactory.getLogger(DefaultBroadcast.class);
    private static final CompletionStage<?> HANDLED = CompletableFuture.completedFuture(null);

    private final DefaultRelay relay;
    private final BroadcastStore store;
    private final DelayedStore delayed;
    private final Promoter promoter;
    private final MessagePublisher publisher;
    private final BroadcastOptions options;
    private final RetainedValues retained;
    private final LogReader reader;
    private final Subscriptions subscriptions;
    private final AtomicBoolean declared = new AtomicBoolean();
    private final AtomicBoolean upkept = new AtomicBoolean();

    DefaultBroadcast(
            DefaultRelay relay, Connections connections, String name, PayloadCodec codec, RelayOptions options) {
        this.relay = relay;
        this.store = connections.broadcast(name);
        this.delayed = connections.delayed(name);
        this.promoter = new Promoter(delayed, relay.timer(), System::nanoTime, relay.observer());
        this.publisher = new MessagePublisher(store, delayed, codec, options, System::nanoTime, this);
        this.options = options.broadcast(name);
        this.retained = new RetainedAdmin(connections.retained(name), codec);
        this.reader = new LogReader(connections.log(name), codec, relay.followerThreads());
        this.subscriptions = new SubscriptionAdmin(connections.subscriptions(name), one -> relay.look(name, one));
    }

    @Override
    public void trimmed(BroadcastTrimmed event) {
        relay.observer().trimmed(event);
    }

    @Override
    public void scheduled(long inMillis) {
        promoter.scheduled(inMillis);
    }

    @Override
    public String name() {
        return store.broadcast();
    }

    @Override
    public PublishResult publish(Message message) {
        relay.requireOpen();
        declare();
        return await(publisher.publish(message));
    }

    @Override
    public CompletableFuture<PublishResult> publishAsync(Message message) {
        relay.requireOpen();
        declare();
        return publisher.publishNow(message);
    }

    @Override
    public List<PublishResult> publishAll(List<Message> messages) {
        relay.requireOpen();
        declare();
        return publisher.publishAll(messages);
    }

    @Override
    public boolean cancel(String id) {
        relay.requireOpen();
        declare();
        return await(delayed.cancel(id));
    }

    @Override
    public BroadcastWorker subscribe(WorkerOptions options, MessageHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return subscribeAsync(options, delivery -> {
            handler.handle(delivery);
            return HANDLED;
        });
    }

    @Override
    public BroadcastWorker subscribeAsync(WorkerOptions options, AsyncMessageHandler handler) {
        Objects.requireNonNull(handler, "handler");
        declare();
        return relay.subscribe(store, options, handler);
    }

    @Override
    public RetainedValues retained() {
        relay.requireOpen();
        declare();
        return retained;
    }

    @Override
    public MessageLog log() {
        relay.requireOpen();
        declare();
        return reader;
    }

    /** Ends what follows it. */
    void close() {
        reader.close();
    }

    @Override
    public Subscriptions subscriptions() {
        relay.requireOpen();
        declare();
        return subscriptions;
    }

    /** Declares the options before the first use. The last ones declared win, whatever application declared them. */
    private void declare() {
        if (declared.compareAndSet(false, true)) {
            store.declare().whenComplete((before, failure) -> {
                if (failure != null) {
                    declared.set(false);
                } else if (before != null && !before.equals(options)) {
                    log.warn(
                            "Broadcast '{}' had {}, has {} from now on: another application declares another value?",
                            name(),
                            before,
                            options);
                }
            });
            if (upkept.compareAndSet(false, true)) {
                keepUp();
            }
        }
    }

    /** What goes on until the Relay is closed. */
    private void keepUp() {
        promoter.start();
        if (!options.maxAge().isZero()) {
            new AgeTrimmer(store, options.maxAge(), relay.timer(), relay.observer()).start();
        }
        if (!options.expireAfter().isZero()) {
            new Expirer(store, options.expireAfter(), relay.timer(), relay.observer()).start();
        }
    }

    private static <T extends @Nullable Object> T await(CompletableFuture<T> reply) {
        try {
            return reply.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RelayException known) {
                known.addSuppressed(new Throwable("called here"));
                throw known;
            }
            throw e;
        }
    }
}
