package io.relaymq.benchmarks.growth;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.StartFrom;
import io.relaymq.benchmarks.load.Body;
import io.relaymq.benchmarks.load.Work;
import io.relaymq.benchmarks.report.Series;
import io.relaymq.benchmarks.run.Phase;
import io.relaymq.benchmarks.run.RelayClient;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.RedisServer;
import java.util.List;

/** More subscriptions: those that want something else should cost a publish nothing, those that match a copy each. */
public final class SubscriptionGrowth implements Growth {

    private final boolean matching;

    /** @param matching whether they match what is published; else one does, and the others are idle */
    public SubscriptionGrowth(boolean matching) {
        this.matching = matching;
    }

    @Override
    public String name() {
        return matching ? "subscriptions-matching" : "subscriptions-idle";
    }

    @Override
    public Series measure(boolean quick) throws Exception {
        Series series = new Series(
                matching
                        ? "A publish, all subscriptions matching"
                        : "A publish, one subscription matching, the others idle",
                "Redis µs",
                matching ? 2 : 1,
                "subscriptions",
                "µs / publish",
                "µs / copy",
                "publishes/s",
                "bytes / subscription");
        for (int count : quick ? List.of(1, 10, 100) : List.of(1, 10, 100, 300, 1_000)) {
            measure(series, count, messages(quick, count));
        }
        return series;
    }

    private int messages(boolean quick, int count) {
        int most = quick ? 10_000 : 200_000;
        return matching ? Math.max(most / 100, most / count) : most;
    }

    private void measure(Series series, int count, int messages) throws Exception {
        try (RedisServer server = RedisServer.start(Durability.MEMORY);
                RelayClient relay = new RelayClient(server, Work.NO_CAP)) {
            Broadcast broadcast = relay.broadcast("events");
            create(broadcast, 0, 1);
            RelayClient.publish(broadcast, 1, SubscriptionGrowth::message);
            double before = server.usage().memory();
            create(broadcast, 1, count);
            double each = count < 100 ? Double.NaN : (server.usage().memory() - before) / (count - 1);
            RelayClient.publish(broadcast, Math.max(2_000, messages / 4), SubscriptionGrowth::message);
            Phase phase = Phase.of(server, () -> RelayClient.publish(broadcast, messages, SubscriptionGrowth::message));
            double copies = matching ? count : 1;
            double micros = phase.micros(messages);
            series.add(count, micros, micros / copies, phase.perSecond(messages), each);
        }
    }

    private void create(Broadcast broadcast, int from, int to) {
        for (int i = from; i < to; i++) {
            String pattern = matching || i == 0 ? "orders.*.created" : "idle." + i + ".>";
            broadcast.subscriptions().create(Work.name(i), List.of(pattern), StartFrom.latest());
        }
    }

    private static Message message(long number) {
        return Message.of("orders." + number % 1_000 + ".created", Body.of(number, 0, 256));
    }
}
