package io.relaymq.boot.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.relaymq.DeadLetter;
import io.relaymq.DeadLetterQuery;
import io.relaymq.DeadLetters;
import io.relaymq.PayloadException;
import io.relaymq.Relay;
import io.relaymq.spring.RelayListener;
import io.relaymq.spring.RelayMessage;
import io.relaymq.spring.RelayTemplate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.AbstractMessageConverter;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.util.MimeType;

/** Message converters of the application, from the publish to the parameter. */
class ConvertersTest extends OnRedis {

    record Point(int x, int y) {}

    /** Writes points as {@code x/y}, and reads them with another separator if the content type says so. */
    static final class Slashed extends AbstractMessageConverter {

        Slashed() {
            super(MimeType.valueOf("text/x-point"), MimeType.valueOf("text/x-colon"));
        }

        @Override
        protected boolean supports(Class<?> type) {
            return type == Point.class;
        }

        @Override
        protected Object convertToInternal(
                Object payload, @Nullable MessageHeaders headers, @Nullable Object conversionHint) {
            Point point = (Point) payload;
            if (point.x() < 0) {
                throw new IllegalArgumentException("no negative points");
            }
            return (point.x() + "/" + point.y()).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        protected Object convertFromInternal(Message<?> message, Class<?> type, @Nullable Object conversionHint) {
            String separator = "text/x-colon".equals(message.getHeaders().get(MessageHeaders.CONTENT_TYPE)) ? ":" : "/";
            String[] numbers = new String((byte[]) message.getPayload(), StandardCharsets.UTF_8).split(separator);
            return new Point(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
        }
    }

    static class Listening extends Received {

        @Bean
        MessageConverter slashed() {
            return new Slashed();
        }

        @RelayListener(value = "points.>", subscription = "points")
        void point(Point point) {
            values.add(point);
        }

        @RelayListener(value = "points.>", subscription = "raw")
        void raw(byte[] bytes) {
            values.add(new String(bytes, StandardCharsets.UTF_8));
        }

        @RelayListener(value = "points.>", subscription = "whole")
        void whole(RelayMessage<Point> message) {
            values.add(List.of(message.payload()));
        }

        @RelayListener(value = "other", subscription = "other")
        void other(Map<String, Point> points) {
            values.add(points);
        }
    }

    @Test
    void a_converter_of_the_application_writes_and_reads_what_it_knows_and_json_the_rest() {
        try (ConfigurableApplicationContext context = start(Listening.class)) {
            RelayTemplate relay = context.getBean(RelayTemplate.class);
            relay.publish("points.a", new Point(3, 4));
            relay.publish("other", Map.of("a", new Point(1, 2)));

            List<Object> values = context.getBean(Listening.class).values;
            await().untilAsserted(() -> assertThat(values)
                    .containsExactlyInAnyOrder(
                            new Point(3, 4), "3/4", List.of(new Point(3, 4)), Map.of("a", new Point(1, 2))));
        }
    }

    @Test
    void a_converter_sees_the_headers_of_what_it_reads() {
        try (ConfigurableApplicationContext context = start(Listening.class)) {
            context.getBean(RelayTemplate.class)
                    .message("3:4".getBytes(StandardCharsets.UTF_8))
                    .subject("points.a")
                    .header("contentType", "text/x-colon")
                    .send();

            List<Object> values = context.getBean(Listening.class).values;
            await().until(() -> values.contains(new Point(3, 4)));
        }
    }

    @Test
    void what_a_converter_cannot_read_is_a_dead_letter_at_once_with_its_bytes_as_they_came() {
        try (ConfigurableApplicationContext context = start(Listening.class)) {
            context.getBean(RelayTemplate.class).publish("points.a", "no point");

            DeadLetters letters = context.getBean(Relay.class)
                    .broadcast("events")
                    .subscriptions()
                    .deadLetters("points");
            await().until(() -> letters.count() == 1);
            DeadLetter letter = letters.page(DeadLetterQuery.all(), null, 1).get(0);
            assertThat(letter.data()).asString(StandardCharsets.UTF_8).isEqualTo("no point");
            assertThat(letter.attempts()).isEqualTo(1);
            assertThat(letter.detail()).contains("Slashed", "Point");
        }
    }

    @Test
    void what_a_converter_cannot_write_is_not_published() {
        try (ConfigurableApplicationContext context = start(Listening.class)) {
            RelayTemplate relay = context.getBean(RelayTemplate.class);

            assertThatThrownBy(() -> relay.publish("points.a", new Point(-1, 0)))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContainingAll("Point", "Slashed", "no negative points", "Nothing was stored");
        }
    }
}
