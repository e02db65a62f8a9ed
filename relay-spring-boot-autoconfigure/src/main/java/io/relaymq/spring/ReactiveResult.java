package io.relaymq.spring;

import java.util.concurrent.CompletableFuture;
import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Mono;

/** The only one that knows Reactor, which need not be there. */
final class ReactiveResult {

    private ReactiveResult() {}

    /** Subscribes at once; if the stage is cancelled, so is the subscription. */
    static CompletableFuture<?> stage(ReactiveAdapter adapter, Object result) {
        return Mono.fromDirect(adapter.toPublisher(result)).toFuture();
    }
}
