package io.relaymq.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.Broadcast;
import io.relaymq.StartFrom;
import io.relaymq.UnknownLayoutException;
import io.relaymq.functional.Fixture;
import io.relaymq.functional.Servers;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A broadcast that a newer version of Relay has laid out. */
class LayoutVersionTest {

    @Test
    void every_script_refuses_it_and_has_written_nothing() {
        Server.all().forEach(server -> {
            try (TestBroadcast broadcast = new TestBroadcast(server)) {
                broadcast.run(Script.SUBSCRIBE, "s", "e1", "2 1000 drop", "shared", "$", "", "", "a.>");
                for (int n = 0; n < 5; n++) {
                    broadcast.run(Script.PUBLISH, "", "n9", "", 1, "a.b", "{}", "data", "", "");
                }
                broadcast.redis("HSET", "meta", "v", "2");

                Arrays.stream(Script.values())
                        .forEach(script -> assertThat(broadcast.change(() -> assertThat(refusal(broadcast, script))
                                        .as("%s", script)
                                        .isEqualTo("UNKNOWN_LAYOUT 2")))
                                .as("%s", script)
                                .isEmpty());
            }
        });
    }

    private static String refusal(TestBroadcast broadcast, Script script) {
        return script == Script.PUBLISH
                ? broadcast.run(script, "", "n9", "", 1, "a.b", "{}", "data", "", "")
                : broadcast.run(script, "s", "e1", "9", "10", "10", "10", "10", "10", "10");
    }

    @Test
    void the_error_says_what_it_has_what_is_known_and_what_to_do() {
        try (Fixture fixture = new Fixture(Servers.any())) {
            Broadcast events = fixture.relay().broadcast("events");
            events.publish("a", "x");
            fixture.redis().hset(fixture.key("meta"), "v", "2");
            fixture.redis().hdel(fixture.key("meta"), "plain"); // as a version 2 has to

            assertThatThrownBy(() -> events.publish("a", "x"))
                    .isInstanceOf(UnknownLayoutException.class)
                    .hasMessageContainingAll(
                            "Cannot publish to subject 'a' (broadcast 'events')",
                            "layout 2",
                            "knows layout 1 only",
                            "Nothing was changed",
                            "another namespace");
            assertThatThrownBy(() -> events.subscriptions().create("s", List.of(), StartFrom.latest()))
                    .isInstanceOf(UnknownLayoutException.class)
                    .hasMessageContaining("layout 2");
        }
    }
}
