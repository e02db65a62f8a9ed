package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class UnsubscribeScriptTest {

    private final TestBroadcast broadcast;

    UnsubscribeScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String unsubscribe() {
        return broadcast.run(Script.UNSUBSCRIBE, "s", "n2");
    }

    private void subscribe(String sub, String start, String... patterns) {
        Object[] all = new Object[7 + patterns.length];
        System.arraycopy(new Object[] {sub, "n1", "", "shared", start, "", ""}, 0, all, 0, 7);
        System.arraycopy(patterns, 0, all, 7, patterns.length);
        broadcast.run(Script.SUBSCRIBE, all);
    }

    /** Something in every key of its own. */
    private void seeded() {
        broadcast.inbox("1-0", "2-0").taken("3-0", "c 7").waiting("4-0", 5).record("c", "1030000 30000 1 1-0 0 1-0!");
        broadcast.redis("HSET", "tries:s", "4-0", "1 0 5 0");
        broadcast.redis("XADD", "dead:s", "5-0", "i", "5-0");
        broadcast.redis("HSET", "stats:s", "acked", "1");
        broadcast.run(Script.PERMIT, "s", 1, 6, 60_000);
        broadcast.run(Script.PAUSE, "s", 1);
    }

    @Test
    void everything_of_its_own_goes_and_nothing_of_anybody_else() {
        subscribe("t", "$", "a", "c.*");
        List<String> before = broadcast.state();
        subscribe("s", "$", "a", "!b", "x.#.y.#");
        seeded();

        assertThat(unsubscribe()).isEqualTo("[DELETED, 4, 1]");

        assertThat(broadcast.state())
                .containsExactlyElementsOf(before.stream()
                        .map(line -> line.equals("meta[gen] = n1") ? "meta[gen] = n2" : line)
                        .toList());
    }

    @Test
    void the_same_again_changes_nothing() {
        subscribe("s", "$", "a");
        unsubscribe();

        assertThat(broadcast.change(() -> assertThat(unsubscribe()).isEqualTo("[MISSING, 0, 0]")))
                .isEmpty();
    }

    @Test
    void one_whose_history_is_still_copied_goes_as_well() {
        broadcast.log("1-0", "a");
        subscribe("s", "0-0", "a");

        assertThat(unsubscribe()).isEqualTo("[DELETED, 0, 0]");
        assertThat(broadcast.state())
                .containsExactly("log 1-0 s=a d=data 1-0 h={}", "meta[gen] = n2", "meta[inc] = n1", "meta[v] = 1");
        assertThat(broadcast.run(Script.BACKFILL, "s", "n1", 10, "n")).isEqualTo("[JOIN, 0, ]");
    }

    @Test
    void its_consumers_are_told_to_join_and_publishes_pass_it_by() {
        subscribe("s", "$", "a");
        unsubscribe();

        assertThat(broadcast.run(Script.KEEP, "s", "n1", "c", 1, 30_000, "0-0", 0, ""))
                .isEqualTo("JOIN");
        assertThat(broadcast.run(Script.PUBLISH, "n1", "x", "", 1, "a", "", "", "s", ""))
                .isEqualTo("[n2, 0, [#1, 0, 0], [], []]");
    }

    @Test
    void a_foreign_key_in_its_place_goes_too() {
        broadcast.definition("n1 shared live 0-0 0-0 0-0 0-0=a");
        broadcast.redis("SET", "inbox:s", "foreign");

        assertThat(unsubscribe()).isEqualTo("[DELETED, 0, 0]");
        assertThat(broadcast.state()).noneMatch(line -> line.startsWith("inbox"));
    }
}
