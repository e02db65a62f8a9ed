package io.relaymq.boot.autoconfigure;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.MessageLog;
import io.relaymq.PublishResult;
import io.relaymq.RetainedValues;
import io.relaymq.Subscriptions;
import io.relaymq.WorkerOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A broadcast of whatever Relay runs now. */
record LifecycleBroadcast(LifecycleRelay relay, String name) implements Broadcast {

    /** The broadcast behind this one. */
    Broadcast current() {
        return relay.running().broadcast(name);
    }

    @Override
    public PublishResult publish(Message message) {
        return relay.instrumentations().publish(name, message, current()::publish);
    }

    @Override
    public CompletableFuture<PublishResult> publishAsync(Message message) {
        return relay.instrumentations().publishAsync(name, message, current()::publishAsync);
    }

    @Override
    public List<PublishResult> publishAll(List<Message> messages) {
        return relay.instrumentations().publishAll(name, messages, current()::publishAll);
    }

    @Override
    public boolean cancel(String id) {
        return current().cancel(id);
    }

    @Override
    public BroadcastWorker subscribe(WorkerOptions options, MessageHandler handler) {
        return current().subscribe(options, relay.instrumentations().around(handler));
    }

    @Override
    public BroadcastWorker subscribeAsync(WorkerOptions options, AsyncMessageHandler handler) {
        return current().subscribeAsync(options, relay.instrumentations().around(handler));
    }

    @Override
    public RetainedValues retained() {
        return new LifecycleRetainedValues(this);
    }

    @Override
    public MessageLog log() {
        return current().log();
    }

    @Override
    public Subscriptions subscriptions() {
        return new LifecycleSubscriptions(this);
    }
}
