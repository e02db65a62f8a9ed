package io.relaymq.internal.consume;

import io.relaymq.AsyncMessageHandler;
import io.relaymq.PayloadCodec;
import io.relaymq.RelayObserver;
import io.relaymq.WorkerOptions;
import io.relaymq.internal.lease.Leaseholder;
import io.relaymq.internal.lease.Timer;
import io.relaymq.internal.lease.Upkeep;
import io.relaymq.internal.store.BroadcastStore;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What a worker is made of. For internal use.
 *
 * @param consumer its name in the subscription; no incarnation reuses it
 * @param handlers what runs handlers
 * @param nanoTime the process's monotonic clock
 * @param upkeep makes its upkeep
 * @param observer told of what happens; must not throw
 * @param whenClosed called once, at its end
 */
public record WorkerParts(
        WorkerOptions options,
        BroadcastStore store,
        String consumer,
        AsyncMessageHandler handler,
        PayloadCodec codec,
        Executor handlers,
        Timer timer,
        LongSupplier nanoTime,
        Function<Leaseholder, Upkeep> upkeep,
        RelayObserver observer,
        Runnable whenClosed) {}
