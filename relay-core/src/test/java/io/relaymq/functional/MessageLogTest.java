package io.relaymq.functional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.Broadcast;
import io.relaymq.BroadcastOptions;
import io.relaymq.LogPage;
import io.relaymq.LoggedMessage;
import io.relaymq.Message;
import io.relaymq.MessageLog;
import io.relaymq.PublishResult;
import io.relaymq.embedded.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(autoCloseArguments = false)
@MethodSource("io.relaymq.functional.Servers#all")
class MessageLogTest {

    final Fixture fixture;
    final Broadcast events;
    final Queue<LogPage> pages = new ConcurrentLinkedQueue<>();

    MessageLogTest(RedisProcess server) {
        fixture = new Fixture(server);
        events = fixture.relay(options -> options.withBroadcast(
                        "events", BroadcastOptions.defaults().withMaxMessages(1_000)))
                .broadcast("events");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void pages_bring_every_message_once_and_in_order() {
        List<String> ids = publish(300);

        List<LoggedMessage> read = new ArrayList<>();
        LogPage page = page("0-0", 7);
        read.addAll(page.messages());
        while (page.more()) {
            page = page(page.next(), 7);
            read.addAll(page.messages());
        }

        assertThat(read).extracting(LoggedMessage::id).isEqualTo(ids);
        assertThat(read.get(5).subject()).isEqualTo("n.5");
        assertThat(read.get(5).payload(Integer.class)).isEqualTo(5);
        assertThat(page(page.next(), 7).messages()).isEmpty();
        assertThat(page.published()).isEqualTo(300);
        assertThat(page.gapless()).isTrue();
    }

    @Test
    void a_page_ends_where_payloads_become_too_many() {
        byte[] large = new byte[400_000];
        IntStream.range(0, 120).forEach(n -> events.publish("large", large));

        LogPage page = page("0-0", 1_000);

        assertThat(page.messages()).hasSizeBetween(2, 60);
        assertThat(page.more()).isTrue();
    }

    @Test
    void what_retention_took_is_counted_so_that_a_reader_knows_how_many_it_missed() {
        List<String> ids = publish(1_000);
        assertThat(page(ids.get(9), 10)).matches(LogPage::gapless).returns(0L, LogPage::trimmed);

        publish(500);

        LogPage page = page(ids.get(9), 10);
        assertThat(page.gapless()).isFalse();
        assertThat(page.trimmed()).isEqualTo(500);
        assertThat(page.kept()).isEqualTo(1_000);
        assertThat(page.messages().get(0).id()).isEqualTo(ids.get(500));
        assertThat(page(ids.get(500), 10).gapless()).isTrue();
    }

    @Test
    void a_message_whose_time_to_live_is_over_says_so() {
        events.publish(Message.of("short", 1).withTimeToLive(Duration.ofMillis(1)));
        events.publish(Message.of("long", 2).withTimeToLive(Duration.ofHours(1)));

        await().atMost(Fixture.LONG)
                .until(() -> page("0-0", 10).messages().get(0).expired());
        assertThat(page("0-0", 10).messages().get(1).expired()).isFalse();
    }

    @Test
    void a_follower_is_given_everything_from_where_its_first_page_stands() throws Exception {
        List<String> before = publish(3);
        try (MessageLog.Following following = events.log().follow(pages::add)) {
            await().atMost(Fixture.LONG).until(() -> !pages.isEmpty());
            assertThat(requireNonNull(pages.peek()).after()).isEqualTo(before.get(2));

            List<String> after = publish(900);

            await().atMost(Fixture.LONG).until(() -> received().size() == 900);
            assertThat(received()).isEqualTo(after);
        }
        publish(1);
        assertThat(received()).hasSize(900);
    }

    @Test
    void a_follower_of_a_broadcast_that_is_not_there_yet_is_given_its_first_message() {
        try (MessageLog.Following following = events.log().follow(pages::add)) {
            await().atMost(Fixture.LONG).until(() -> !pages.isEmpty());

            List<String> ids = publish(1);

            await().atMost(Fixture.LONG).until(() -> received().equals(ids));
        }
    }

    @Test
    void what_a_follower_throws_ends_nothing() {
        try (MessageLog.Following following = events.log().follow(page -> {
            pages.add(page);
            throw new IllegalStateException("thrown on purpose");
        })) {
            await().atMost(Fixture.LONG).until(() -> !pages.isEmpty());
            publish(1);
            await().atMost(Fixture.LONG).until(() -> received().size() == 1);
            publish(1);
            await().atMost(Fixture.LONG).until(() -> received().size() == 2);
        }
    }

    @Test
    void wrong_arguments_are_refused() {
        assertThatThrownBy(() -> events.log().read("yesterday", 10)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> events.log().read("0-0", 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> events.log().read("0-0", 1_001)).isInstanceOf(IllegalArgumentException.class);
    }

    private List<String> publish(int n) {
        return events
                .publishAll(IntStream.range(0, n)
                        .mapToObj(i -> Message.of("n." + i, i))
                        .toList())
                .stream()
                .map(PublishResult::id)
                .toList();
    }

    private LogPage page(String after, int limit) {
        return events.log().read(after, limit).join();
    }

    private List<String> received() {
        return pages.stream()
                .flatMap(page -> page.messages().stream())
                .map(LoggedMessage::id)
                .toList();
    }
}
