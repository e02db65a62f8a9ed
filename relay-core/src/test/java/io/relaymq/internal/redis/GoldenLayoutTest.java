package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The example of the reference page, key by key. */
@OnEveryServer
class GoldenLayoutTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "redis-layout.md");

    private final TestBroadcast broadcast;

    GoldenLayoutTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    @Test
    void the_example_of_the_reference_page_is_what_the_scripts_write() throws Exception {
        broadcast.run(Script.DECLARE, "3c1f", "10000 86400000 drop");
        join("billing", "a1b2", "$", "orders.>", "!orders.*.debug");
        for (int i = 1; i <= 6; i++) {
            String options = i < 6 ? "" : "60000,3600000 0 120000 order-6";
            broadcast.run(
                    Script.PUBLISH,
                    "",
                    "77aa",
                    "",
                    1,
                    "orders." + i + ".created",
                    "{}",
                    "{\"order\":" + i + "}",
                    "",
                    options);
        }
        broadcast.run(
                Script.SCHEDULE,
                "88bb",
                "",
                1,
                "orders.7.due",
                "{}",
                "{\"order\":7}",
                "+3600000",
                "60000,0 0 120000 order-7");
        join("audit", "c3d4", "0-0", "#.created.#.v2");

        broadcast.read("billing", 5);
        keep(1, "0-0", 0, "");
        broadcast.run(Script.SETTLE, "billing", "a1b2", "app-7f3e", "acked", 0, broadcast.id(1));
        fail(2, 5_000);
        fail(3, "");
        fail(4, 60_000);
        broadcast.clock(1_005_000);
        broadcast.run(Script.PAUSE, "audit", 1);
        broadcast.run(Script.PERMIT, "billing", 2, 100, 60_000);
        broadcast.run(Script.TAKE, "billing", "a1b2", "app-7f3e", 10, 30_000, 0);
        keep(2, broadcast.id(5), 0, broadcast.id(2) + "/1! " + broadcast.id(5));

        assertThat(broadcast.state()).containsExactlyElementsOf(golden());
    }

    private void join(String sub, String nonce, String start, String... patterns) {
        Object[] arguments = new Object[7 + patterns.length];
        System.arraycopy(new Object[] {sub, nonce, "", "shared", start, "", ""}, 0, arguments, 0, 7);
        System.arraycopy(patterns, 0, arguments, 7, patterns.length);
        broadcast.run(Script.SUBSCRIBE, arguments);
    }

    private void keep(int number, String clean, int run, String tokens) {
        assertThat(broadcast.run(Script.KEEP, "billing", "a1b2", "app-7f3e", number, 30_000, clean, run, tokens))
                .startsWith("[OK, #5, ");
    }

    private void fail(int message, Object delay) {
        broadcast.run(
                Script.FAIL,
                "billing",
                "a1b2",
                "app-7f3e",
                broadcast.id(message),
                delay,
                "TimeoutException",
                "no answer",
                1,
                10_000);
    }

    private static List<String> golden() throws Exception {
        return Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals("```golden"))
                .skip(1)
                .takeWhile(line -> !line.equals("```"))
                .collect(Collectors.toList());
    }
}
