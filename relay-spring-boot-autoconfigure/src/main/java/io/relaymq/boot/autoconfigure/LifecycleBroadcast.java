package io.relaymq.boot.autoconfigure;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
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
        return current().publish(message);
    }

    @Override
    public CompletableFuture<PublishResult> publishAsync(Message message) {
        return current().publishAsync(message);
    }

    @Override
    public List<PublishResult> publishAll(List<Message> messages) {
        return current().publishAll(messages);
    }

    @Override
    public boolean cancel(String id) {
        return current().cancel(id);
    }

    @Override
    public BroadcastWorker subscribe(WorkerOptions options, MessageHandler handler) {
        return current().subscribe(options, handler);
    }

    @Override
    public RetainedValues retained() {
        return new LifecycleRetainedValues(this);
    }

    @Override
    public Subscriptions subscriptions() {
        return new LifecycleSubscriptions(this);
    }
}
