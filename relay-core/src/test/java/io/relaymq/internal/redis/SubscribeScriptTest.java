package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@OnEveryServer
class SubscribeScriptTest {

    private final TestBroadcast broadcast;

    SubscribeScriptTest(Server server) {
        broadcast = new TestBroadcast(server);
    }

    @AfterEach
    void close() {
        broadcast.close();
    }

    private String subscribe(Object... arguments) {
        return broadcast.run(Script.SUBSCRIBE, arguments);
    }

    private String create(String start, Object... patterns) {
        return join("n1", start, "", "", patterns);
    }

    private String join(String nonce, String start, String known, String life, Object... patterns) {
        Object[] all = new Object[7 + patterns.length];
        System.arraycopy(new Object[] {"s", nonce, "", "shared", start, known, life}, 0, all, 0, 7);
        System.arraycopy(patterns, 0, all, 7, patterns.length);
        return subscribe(all);
    }

    @Test
    void the_first_subscription_makes_the_broadcast_and_is_live_at_once() {
        assertThat(broadcast.change(() -> assertThat(
                                subscribe("s", "n1", "100 0 drop", "shared", "$", "", "", "a.*", "!a.b", "x.#.y.#"))
                        .isEqualTo("[CREATED, n1, live, n1, 0-0, , 0-0]")))
                .containsExactly(
                        "+ inbox:s read up to 0-0",
                        "+ meta[age] = 0",
                        "+ meta[gen] = n1",
                        "+ meta[inc] = n1",
                        "+ meta[max] = 100",
                        "+ meta[overflow] = drop",
                        "+ meta[plain] = 100 n1",
                        "+ meta[v] = 1",
                        "+ routes[a.*] = s",
                        "+ routes[a.b] = !s",
                        "+ routes[x.##] = s=x.#.y.#",
                        "+ shapes[x.##] = 1",
                        "+ shapes[x.*] = 1",
                        "+ shapes[x.x] = 1",
                        "+ subs[s] = n1 shared live 0-0 0-0 0-0 0-0=a.*,!a.b,x.#.y.#",
                        "+ unread s @ 0");
    }

    @Test
    void the_same_subscribe_again_changes_nothing() {
        create("$", "a.*");

        assertThat(broadcast.change(() -> assertThat(join("n2", "0-0", "5-0", "n1", "a.*"))
                        .isEqualTo("[EXISTS, n1, live, n1, 0-0, a.*, 0-0]")))
                .isEmpty();
    }

    @Test
    void the_latest_start_is_the_newest_message_also_one_that_is_trimmed_since() {
        broadcast.log("5-0", "a").log("6-0", "a");
        broadcast.redis("XDEL", "log", "6-0");

        assertThat(create("$", "a")).isEqualTo("[CREATED, n1, live, n1, 6-0, , 0-0]");
        assertThat(broadcast.state()).contains("subs[s] = n1 shared live 6-0 6-0 0-0 0-0=a");
    }

    @Test
    void the_earliest_start_copies_the_log_and_is_not_routed_yet() {
        broadcast.log("5-0", "a");

        assertThat(broadcast.change(
                        () -> assertThat(create("0-0", "a")).isEqualTo("[CREATED, n1, copying, n1, 0-0, , 0-0]")))
                .containsExactly(
                        "+ inbox:s read up to 0-0",
                        "+ meta[copying] = s",
                        "+ meta[gen] = n1",
                        "+ meta[inc] = n1",
                        "+ meta[v] = 1",
                        "+ subs[s] = n1 shared copying 0-0 0-0 0-0 0-0=a",
                        "+ unread s @ 0");
    }

    @Test
    void a_start_at_an_id_copies_what_comes_after_it() {
        broadcast.log("5-0", "a").log("6-0", "a");

        assertThat(create("5-0", "a")).isEqualTo("[CREATED, n1, copying, n1, 5-0, , 0-0]");
        assertThat(broadcast.state()).contains("subs[s] = n1 shared copying 5-0 5-0 0-0 0-0=a");
    }

    @Test
    void a_start_behind_the_newest_message_is_the_newest() {
        broadcast.log("5-0", "a");

        assertThat(create("7-0", "a")).isEqualTo("[CREATED, n1, live, n1, 5-0, , 0-0]");
    }

    @Test
    void no_patterns_are_every_subject() {
        create("$");

        assertThat(broadcast.state()).contains("routes[*.#] = s", "subs[s] = n1 shared live 0-0 0-0 0-0 0-0=>");
    }

    @Test
    void exclusions_alone_are_everything_but_those() {
        create("$", "!a.b", "!c.>");

        assertThat(broadcast.state())
                .contains("routes[*.#] = s", "routes[a.b] = !s", "routes[c.*.#] = !s")
                .contains("shapes[*.#] = 1", "shapes[x.x] = 1", "shapes[x.*.#] = 1");
    }

    @Test
    void two_spellings_of_one_pattern_are_one_route() {
        create("$", "a.>", "a.*.#", "a.#.*");

        assertThat(broadcast.state()).contains("routes[a.*.#] = s", "shapes[x.*.#] = 1");
        join("n2", "$", "", "", "b");
        assertThat(broadcast.state())
                .contains("routes[b] = s", "shapes[x] = 1")
                .noneMatch(line -> line.startsWith("routes[a") || line.startsWith("shapes[x.*"));
    }

    @Test
    void changed_patterns_of_a_live_subscription_replace_its_routes_and_keep_its_position() {
        create("$", "a.*", "b.*");
        subscribe("t", "n2", "", "shared", "$", "", "", "b.*", "c.*");

        assertThat(broadcast.change(() -> assertThat(join("n3", "0-0", "", "", "c.*", "d"))
                        .isEqualTo("[CHANGED, n1, live, n1, 0-0, a.*,b.*, 0-0]")))
                .containsExactly(
                        "- meta[gen] = n2",
                        "- routes[a.*] = s",
                        "- routes[b.*] = s t",
                        "- routes[c.*] = t",
                        "- shapes[x.*] = 3",
                        "- subs[s] = n1 shared live 0-0 0-0 0-0 0-0=a.*,b.*",
                        "+ meta[gen] = n3",
                        "+ routes[b.*] = t",
                        "+ routes[c.*] = t s",
                        "+ routes[d] = s",
                        "+ shapes[x.*] = 2",
                        "+ shapes[x] = 1",
                        "+ subs[s] = n1 shared live 0-0 0-0 0-0 0-0=c.*,d");
    }

    @Test
    void patterns_changed_while_history_is_copied_hold_from_the_newest_message_on() {
        broadcast.log("5-0", "a");
        create("0-0", "a");

        assertThat(broadcast.change(() -> assertThat(join("n2", "0-0", "", "", "b"))
                        .isEqualTo("[CHANGED, n1, copying, n1, 0-0, a, 0-0]")))
                .containsExactly(
                        "- meta[gen] = n1",
                        "- subs[s] = n1 shared copying 0-0 0-0 0-0 0-0=a",
                        "+ meta[gen] = n2",
                        "+ subs[s] = n1 shared copying 0-0 0-0 0-0 0-0=a 5-0=b");
        assertThat(join("n3", "0-0", "", "", "b")).isEqualTo("[EXISTS, n1, copying, n1, 0-0, b, 0-0]");
    }

    @Test
    void a_subscription_that_was_lost_with_its_row_goes_on_where_a_worker_of_this_incarnation_was() {
        broadcast.redis("HSET", "meta", "v", "1", "inc", "i1", "gen", "g1");
        broadcast.log("5-0", "a").log("6-0", "a").taken("4-0", "c 7");

        assertThat(join("n1", "$", "5-0", "i1", "a")).isEqualTo("[CREATED, n1, copying, i1, 5-0, , 0-0]");
        assertThat(broadcast.state())
                .contains("subs[s] = n1 shared copying 5-0 5-0 0-0 0-0=a", "due:s 4-0 @ 0")
                .noneMatch(line -> line.startsWith("taken:s"));
    }

    @Test
    void a_position_of_another_incarnation_means_the_beginning() {
        broadcast.redis("HSET", "meta", "v", "1", "inc", "i2", "gen", "g1");
        broadcast.log("5-0", "a");

        assertThat(join("n1", "$", "9-0", "i1", "a")).isEqualTo("[CREATED, n1, copying, i2, 0-0, , 0-0]");
    }

    @Test
    void a_position_ahead_of_a_log_that_fell_back_is_the_newest_message() {
        broadcast.redis("HSET", "meta", "v", "1", "inc", "i1", "gen", "g1");
        broadcast.log("5-0", "a");

        assertThat(join("n1", "$", "9-0", "i1", "a")).isEqualTo("[CREATED, n1, live, i1, 5-0, , 0-0]");
    }

    @Test
    void a_lost_inbox_is_copied_again_from_before_what_its_consumers_held() {
        broadcast.log("5-0", "a").log("6-0", "a").log("9-0", "a");
        create("$", "a");
        broadcast.log("11-0", "a").log("12-1", "a").log("13-0", "a").log("14-0", "a");
        broadcast.record("c", "1030000 30000 1 13-0 0 12-1! 8-0/3").record("d", "1030000 30000 1 14-0 0 13-0");
        broadcast.redis("HSET", "stats:s", "tidy", "13-0");
        broadcast.redis("DEL", "inbox:s");

        assertThat(broadcast.change(() -> assertThat(join("n2", "$", "", "", "a"))
                        .isEqualTo("[REPAIRED, n2, copying, n1, 12-0, a, 0-0]")))
                .containsExactly(
                        "- flight:s[c] = 1030000 30000 1 13-0 0 12-1! 8-0/3",
                        "- flight:s[d] = 1030000 30000 1 14-0 0 13-0",
                        "- meta[gen] = n1",
                        "- routes[a] = s",
                        "- shapes[x] = 1",
                        "- stats:s[tidy] = 13-0",
                        "- subs[s] = n1 shared live 9-0 9-0 0-0 0-0=a",
                        "+ inbox:s read up to 0-0",
                        "+ meta[copying] = s",
                        "+ meta[gen] = n2",
                        "+ subs[s] = n2 shared copying 12-0 12-0 0-0 0-0=a");
    }

    @Test
    void a_lost_inbox_is_copied_again_from_where_a_sweep_last_found_no_orphan() {
        create("$", "a");
        broadcast.log("11-0", "a").log("12-0", "a").log("13-0", "a");
        broadcast.record("c", "1030000 30000 1 13-0 0 ");
        broadcast.redis("HSET", "stats:s", "tidy", "11-0");
        broadcast.redis("DEL", "inbox:s");

        assertThat(join("n2", "$", "", "", "a")).isEqualTo("[REPAIRED, n2, copying, n1, 11-0, a, 0-0]");
    }

    @Test
    void a_lost_inbox_that_nobody_read_brings_nothing_from_before_the_subscription() {
        broadcast.log("5-0", "a");
        create("$", "a");
        broadcast.log("6-0", "a");
        broadcast.redis("DEL", "inbox:s");

        assertThat(join("n2", "$", "", "", "a")).isEqualTo("[REPAIRED, n2, copying, n1, 5-0, a, 0-0]");
    }

    @Test
    void a_lost_inbox_with_nothing_behind_it_is_live_at_once() {
        broadcast.log("5-0", "a");
        create("$", "a");
        broadcast.redis("DEL", "inbox:s");

        assertThat(join("n2", "$", "", "", "a")).isEqualTo("[REPAIRED, n2, live, n1, 5-0, a, 0-0]");
        assertThat(broadcast.state()).contains("routes[a] = s", "shapes[x] = 1", "inbox:s read up to 0-0");
    }

    @Test
    void a_lost_inbox_and_other_patterns_are_repaired_in_one_step() {
        broadcast.log("5-0", "a");
        create("$", "a");
        broadcast.log("6-0", "a");
        broadcast.redis("DEL", "inbox:s");

        assertThat(join("n2", "$", "", "", "b")).isEqualTo("[REPAIRED, n2, copying, n1, 5-0, a, 0-0]");
        assertThat(broadcast.state())
                .contains("subs[s] = n2 shared copying 5-0 5-0 0-0 0-0=a 6-0=b", "meta[copying] = s")
                .noneMatch(line -> line.startsWith("routes") || line.startsWith("shapes"));
    }

    @Test
    void a_lost_group_comes_back_at_the_lowest_clean_and_keeps_the_life() {
        create("$", "a");
        broadcast.inbox("1-0", "2-0", "3-0");
        broadcast.record("c", "1030000 30000 1 2-0 0 1-0!").record("d", "1030000 30000 1 3-0 0 ");
        broadcast.redis("ZADD", "unread", "70", "s");
        broadcast.destroyGroup();

        assertThat(broadcast.change(() ->
                        assertThat(join("n2", "$", "", "", "a")).isEqualTo("[REPAIRED, n1, live, n1, 0-0, a, 0-0]")))
                .containsExactly(
                        "- meta[gen] = n1",
                        "- unread s @ 70",
                        "+ inbox:s read up to 2-0",
                        "+ meta[gen] = n2",
                        "+ unread s @ 0");
        assertThat(join("n3", "$", "", "", "a")).isEqualTo("[EXISTS, n1, live, n1, 0-0, a, 0-0]");
    }

    @Test
    void a_foreign_inbox_is_refused_and_nothing_is_written() {
        broadcast.redis("SET", "inbox:s", "foreign");

        assertThat(broadcast.change(() -> assertThat(create("$", "a"))
                        .isEqualTo("WRONGTYPE " + broadcast.prefix() + "inbox:s holds a string, not an inbox")))
                .isEmpty();
    }

    @Test
    void an_invalid_pattern_is_refused_with_rule_segment_and_number_and_nothing_is_written() {
        assertThat(broadcast.change(() -> {
                    assertThat(create("$", "a", "a.b*")).isEqualTo("INVALID_PATTERN GLUED_WILDCARD 2 2");
                    assertThat(create("$", "a..b")).isEqualTo("INVALID_PATTERN EMPTY_SEGMENT 2 1");
                    assertThat(create("$", "!")).isEqualTo("INVALID_PATTERN EMPTY 0 1");
                    assertThat(create("$", ">.a")).isEqualTo("INVALID_PATTERN TAIL_NOT_LAST 1 1");
                }))
                .isEmpty();
    }

    @Test
    void a_name_that_would_break_the_layout_is_refused() {
        for (String name : new String[] {"", "a b", "a,b", "a=b", "!a", "a:b", "{a}", "x".repeat(129)}) {
            assertThat(broadcast.change(() -> assertThat(subscribe(name, "n1", "", "shared", "$", "", "", "a"))
                            .isEqualTo("INVALID_NAME subscription")))
                    .isEmpty();
        }
    }
}
