package io.relaymq.boot.autoconfigure;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastWorker;
import io.relaymq.Message;
import io.relaymq.MessageHandler;
import io.relaymq.PublishResult;
import io.relaymq.SubscriptionStatus;
import io.relaymq.WorkerOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A broadcast of whatever Relay runs now. */
record LifecycleBroadcast(LifecycleRelay relay, String name) implements Broadcast {

    private Broadcast current() {
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
    public BroadcastWorker subscribe(WorkerOptions options, MessageHandler handler) {
        return current().subscribe(options, handler);
    }

    @Override
    public @Nullable SubscriptionStatus subscription(String name) {
        return current().subscription(name);
    }
}
