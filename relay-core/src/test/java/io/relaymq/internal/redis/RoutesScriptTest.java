package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class RoutesScriptTest {

    private final TestBroadcast broadcast;

    RoutesScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String routes(Object... arguments) {
        Object[] all = java.util.Arrays.copyOf(arguments, 2);
        all[1] = "n9";
        return broadcast.run(Script.ROUTES, all);
    }

    @Test
    void without_a_broadcast_there_is_no_generation_and_no_row() {
        assertThat(broadcast.change(() -> assertThat(routes("0")).isEqualTo("[, 0, []]")))
                .isEmpty();
    }

    @Test
    void a_page_carries_the_generation_and_its_rows() {
        broadcast.redis("HSET", "meta", "gen", "g1");
        broadcast.redis("HSET", "routes", "a.b", "s !t");
        broadcast.redis("HSET", "shapes", "x.x", "1");

        assertThat(routes("0")).isEqualTo("[g1, 0, [a.b, s !t]]");
    }

    @Test
    void many_rows_come_in_several_pages() {
        for (int i = 0; i < 3_000; i++) {
            broadcast.redis("HSET", "routes", "row-" + i, "s");
        }
        broadcast.redis("HSET", "shapes", "x", "3000");

        java.util.Set<String> rows = new java.util.TreeSet<>();
        String cursor = "0";
        int pages = 0;
        do {
            String[] reply = routes(cursor).replaceAll("[\\[\\]]", "").split(", ");
            cursor = reply[1];
            for (int i = 2; i < reply.length; i += 2) {
                rows.add(reply[i]);
            }
            pages++;
        } while (!cursor.equals("0"));
        assertThat(rows).hasSize(3_000);
        assertThat(pages).isGreaterThan(1);
    }
}
