package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.relaymq.BroadcastOptions;
import io.relaymq.internal.lease.model.Backfill;
import io.relaymq.internal.lease.model.BackfillSchedule;
import io.relaymq.internal.store.BroadcastStore;
import io.relaymq.internal.store.Entry;
import io.relaymq.internal.store.Holder;
import io.relaymq.internal.store.Outgoing;
import io.relaymq.internal.store.Publication;
import io.relaymq.internal.store.SettledAs;
import io.relaymq.internal.store.SubscribeRequest;
import io.relaymq.internal.store.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Copying history by the real scripts, while messages are published and trimmed and the patterns change. */
class BackfillOnRedisTest {

    private static final String SUBSCRIPTION = "late";

    @Test
    void each_wanted_message_comes_once_in_order_or_is_counted_as_a_drop() {
        long first = Long.getLong("relay.model.seed", 0);
        int schedules = Integer.getInteger("relay.model.schedules", 100);
        System.out.println("backfill on Redis: " + schedules + " schedules, -Drelay.model.seed=" + first);
        Server server = Server.all().findFirst().orElseThrow();
        RedisClient client = RedisClient.create(server.uri());
        SharedLink link = new SharedLink(new DirectConnector(() -> client), Duration.ofSeconds(20), () -> {});
        try {
            for (long seed = first; seed < first + schedules; seed++) {
                String name = "backfill-" + seed;
                RedisBroadcastStore store = new RedisBroadcastStore(
                        "model", name, BroadcastOptions.defaults().withMaxMessages(BackfillSchedule.cap(seed)), link);
                assertThat(BackfillSchedule.run(seed, new ScriptBackfill(store)))
                        .as("schedule " + seed)
                        .isEmpty();
            }
        } finally {
            link.close();
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    /** The real store, with messages numbered in the order of the log. */
    private static final class ScriptBackfill implements Backfill {

        private final BroadcastStore store;
        private final List<String> ids = new ArrayList<>();
        private String epoch = "";

        ScriptBackfill(BroadcastStore store) {
            this.store = store;
            store.declare().join();
        }

        @Override
        public int publish(String subject) {
            Outgoing message = new Outgoing(subject, new byte[0], new byte[0], List.of(), null);
            Publication reply = store.publish("", List.of(message)).join();
            ids.add(reply.appended().get(0).id());
            return reply.unreadDrops().getOrDefault(SUBSCRIPTION, 0L).intValue();
        }

        @Override
        public void subscribe(String pattern) {
            SubscribeRequest request = new SubscribeRequest(SUBSCRIPTION, List.of(pattern), "0-0", "", "");
            epoch = store.subscribe(request).join().epoch();
        }

        @Override
        public void change(String pattern) {
            subscribe(pattern);
        }

        @Override
        public void step(int limit) {
            assertThat(store.backfill(SUBSCRIPTION, epoch, limit).join().joined())
                    .isTrue();
        }

        @Override
        public List<Integer> read(int count) {
            List<Entry> entries = store.read(SUBSCRIPTION, count).join();
            List<Token> tokens =
                    entries.stream().map(entry -> new Token(entry.id(), 0)).toList();
            if (!tokens.isEmpty()) {
                store.settle(new Holder(SUBSCRIPTION, epoch, "c1"), SettledAs.ACKED, false, tokens)
                        .join();
            }
            return entries.stream().map(entry -> ids.indexOf(entry.id()) + 1).toList();
        }
    }
}
