package io.relaymq;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a {@link BroadcastWorker}.
 *
 * @param state what it is doing
 * @param running handlers running now
 * @param stuck handlers that ran out of their time and have not returned: each holds a slot
 * @param inFlight deliveries this process holds: running, fetched and not started, or settled and not yet answered
 * @param problem why it does not receive, in words; null while all is well
 * @param drift what another instance of the subscription declares otherwise, in words; null if all agree
 * @param sinceLastRead time since Redis last answered one of its reads or beats; null before the first
 * @param subscription the subscription as last sampled; null before the first sample
 */
public record WorkerStatus(
        BroadcastWorker.State state,
        int running,
        int stuck,
        int inFlight,
        @Nullable String problem,
        @Nullable String drift,
        @Nullable Duration sinceLastRead,
        @Nullable SubscriptionStatus subscription) {}
