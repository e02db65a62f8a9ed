package io.relaymq.spring;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.MessageHandler;
import io.relaymq.WorkerOptions;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A listener without an annotation, for {@link RelayListenerRegistry#register}. Properties, customizers and interceptors of the
 * application hold for it too.
 */
public final class RelayListenerEndpoint {

    private final Builder from;
    private final AsyncMessageHandler handler;

    private RelayListenerEndpoint(Builder from, AsyncMessageHandler handler) {
        this.from = from;
        this.handler = Objects.requireNonNull(handler, "handler");
    }

    /** A builder for a listener of that subscription and its patterns; no patterns means every subject. */
    public static Builder of(String subscription, String... patterns) {
        return new Builder(subscription, List.of(patterns));
    }

    ListenerEndpoint resolve(RelayListenerSettings settings) {
        String broadcast = from.broadcast != null ? from.broadcast : settings.defaultBroadcast();
        WorkerOptions.Builder options = WorkerOptions.of(from.subscription, from.patterns);
        settings.customizers().forEach(one -> one.customize(broadcast, from.subscription, options));
        from.options.accept(options);
        String id = from.id != null ? from.id : from.subscription;
        return new ListenerEndpoint(
                id,
                "RelayListenerEndpoint '" + id + "'",
                broadcast,
                options.build(),
                from.autoStartup,
                new InterceptedHandler(handler, settings.interceptors(), () -> {}, () -> {}));
    }

    /** Collects what the listener is. Not thread-safe. */
    public static final class Builder {

        private final String subscription;
        private final List<String> patterns;
        private @Nullable String id;
        private @Nullable String broadcast;
        private Consumer<WorkerOptions.Builder> options = builder -> {};
        private boolean autoStartup = true;

        private Builder(String subscription, List<String> patterns) {
            this.subscription = Objects.requireNonNull(subscription, "subscription");
            this.patterns = patterns;
        }

        /** The name in the registry; default the subscription's. */
        public Builder id(String id) {
            this.id = id;
            return this;
        }

        /** The broadcast's name; default {@code relay.default-broadcast}. */
        public Builder broadcast(String broadcast) {
            this.broadcast = broadcast;
            return this;
        }

        /** Sets options, after the properties and customizers of the application. */
        public Builder options(Consumer<WorkerOptions.Builder> options) {
            this.options = options;
            return this;
        }

        /** Whether it starts with the application, or at once if that has started; default true. */
        public Builder autoStartup(boolean autoStartup) {
            this.autoStartup = autoStartup;
            return this;
        }

        /** Makes the listener. */
        public RelayListenerEndpoint handler(MessageHandler handler) {
            Objects.requireNonNull(handler, "handler");
            return asyncHandler(delivery -> {
                handler.handle(delivery);
                return ListenerResults.DONE;
            });
        }

        /** As {@link #handler}, for work that ends later than the call. */
        public RelayListenerEndpoint asyncHandler(AsyncMessageHandler handler) {
            return new RelayListenerEndpoint(this, handler);
        }
    }
}
