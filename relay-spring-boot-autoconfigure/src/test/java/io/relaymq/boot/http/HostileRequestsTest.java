package io.relaymq.boot.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.relaymq.boot.http.EdgeApplication.Answer;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(EdgeServer.class)
class HostileRequestsTest extends OnEveryServer {

    private static final int LIMIT = 100_000;

    final EdgeApplication application = shared("relay.http.max-body-size=" + LIMIT + "B");

    HostileRequestsTest(EdgeServer server) {
        super(server);
    }

    static Stream<String> badBodies() {
        String deep = "[".repeat(5_000) + "]".repeat(5_000);
        return Stream.of(
                "",
                " ",
                "{",
                "}",
                "null",
                "true",
                "42",
                "\"text\"",
                "[]",
                "[{\"subject\":\"a\"}]",
                "{}",
                "{\"subject\":\"a\"} x",
                "{\"subject\":\"a\"}{\"subject\":\"b\"}",
                "{\"subject\":\"a\",}",
                "{\"subject\":\"a\",\"subject\":\"b\"}",
                "{\"subject\":null}",
                "{\"subject\":1}",
                "{\"subject\":[\"a\"]}",
                "{\"subject\":{\"a\":1}}",
                "{\"subject\":\"\"}",
                "{\"subject\":\"a..b\"}",
                "{\"subject\":\".a\"}",
                "{\"subject\":\"a.\"}",
                "{\"subject\":\"a.*\"}",
                "{\"subject\":\"a.>\"}",
                "{\"subject\":\"#\"}",
                "{\"subject\":\"a b\"}",
                "{\"subject\":\"é\"}",
                "{\"subject\":\"a\\u0000\"}",
                "{\"subject\":\"a\\nid: 1\"}",
                "{\"subject\":\"" + "a".repeat(513) + "\"}",
                "{\"subject\":\"" + "a.".repeat(16) + "a\"}",
                "{\"Subject\":\"a\"}",
                "{\"subject\":\"a\",\"payload\":1}",
                "{\"subject\":\"a\",\"priority\":1}",
                "{\"subject\":\"a\",\"__proto__\":{}}",
                "{\"subject\":\"a\",\"data\":}",
                "{\"subject\":\"a\",\"data\":NaN}",
                "{\"subject\":\"a\",\"data\":Infinity}",
                "{\"subject\":\"a\",\"data\":01}",
                "{\"subject\":\"a\",\"data\":'x'}",
                "{\"subject\":\"a\",\"data\":undefined}",
                "{\"subject\":\"a\",\"data\":{\"b\":1,\"b\":2}}",
                "{\"subject\":\"a\",\"data\":\"tab\tin text\"}",
                "{\"subject\":\"a\",\"data\":" + deep + "}",
                "{\"subject\":\"a\",\"data\":" + "9".repeat(5_000) + "}",
                "{\"subject\":\"a\",\"headers\":1}",
                "{\"subject\":\"a\",\"headers\":[]}",
                "{\"subject\":\"a\",\"headers\":{\"a\":1}}",
                "{\"subject\":\"a\",\"headers\":{\"a\":null}}",
                "{\"subject\":\"a\",\"headers\":{\"a\":{\"b\":\"c\"}}}",
                "{\"subject\":\"a\",\"idempotencyKey\":\"\"}",
                "{\"subject\":\"a\",\"idempotencyKey\":1}",
                "{\"subject\":\"a\",\"idempotencyKey\":\"" + "k".repeat(513) + "\"}",
                "{\"subject\":\"a\",\"delay\":-1}",
                "{\"subject\":\"a\",\"delay\":1.5}",
                "{\"subject\":\"a\",\"delay\":1e400}",
                "{\"subject\":\"a\",\"delay\":1e-400}",
                "{\"subject\":\"a\",\"delay\":1e999999999}",
                "{\"subject\":\"a\",\"delay\":99999999999999999999}",
                "{\"subject\":\"a\",\"delay\":\"soon\"}",
                "{\"subject\":\"a\",\"delay\":\"-5s\"}",
                "{\"subject\":\"a\",\"delay\":\"P99999999999999999D\"}",
                "{\"subject\":\"a\",\"delay\":true}",
                "{\"subject\":\"a\",\"delay\":[]}",
                "{\"subject\":\"a\",\"ttl\":0}",
                "{\"subject\":\"a\",\"ttl\":-1}",
                "{\"subject\":\"a\",\"ttl\":\"\"}",
                "{\"subject\":\"a\",\"ttl\":{}}",
                "{\"subject\":\"a\",\"retain\":\"yes\"}",
                "{\"subject\":\"a\",\"retain\":-1}",
                "{\"subject\":\"a\",\"retain\":0}",
                "{\"subject\":\"a\",\"retain\":[true]}",
                "\ufeff{\"subject\":\"a\"",
                "subject=a&data=1",
                "<message/>");
    }

    static Stream<byte[]> badBytes() {
        return Stream.of(
                new byte[] {'{', '"', 's', 'u', 'b', 'j', 'e', 'c', 't', '"', ':', '"', (byte) 0xff, '"', '}'},
                bytes("{\"subject\":\"a\",\"data\":\"", 0xc3, 0x28, "\"}"),
                bytes("{\"subject\":\"a\",\"data\":\"", 0xed, 0xa0, 0x80, "\"}"),
                bytes("{\"subject\":\"a\",\"data\":\"", 0xc0, 0x80, "\"}"),
                bytes("{\"subject\":\"a\",\"data\":\"", 0xf8, 0x88, 0x80, 0x80, 0x80, "\"}"),
                new byte[] {0, 0, 0, 0},
                new byte[] {0x1f, (byte) 0x8b, 8, 0});
    }

    static Stream<String> badStreams() {
        return Stream.of(
                "/broadcast/events/events",
                "/broadcast/events/events?subscription=",
                "/broadcast/events/events?subscription=a:b",
                "/broadcast/events/events?subscription=a%7Db",
                "/broadcast/events/events?subscription=" + "s".repeat(129),
                "/broadcast/events/events?subscription=s&startFrom=yesterday",
                "/broadcast/events/events?subscription=s&startFrom=-1",
                "/broadcast/events/events?subscription=s&limit=1",
                "/broadcast/events/events?subscription=s&subjects=a*",
                "/broadcast/events/events?subscription=s&subjects=%3E.a",
                "/broadcast/events/events?subscription=s&subjects=a..b",
                "/broadcast/events/events?subscription=s&subjects=!",
                "/broadcast/events/tail?subjects=a*",
                "/broadcast/events/tail?subjects=%00",
                "/broadcast/events/tail?subjects=a%0d%0aSet-Cookie:%20x=y",
                "/broadcast/events/tail?retained=1",
                "/broadcast/events/tail?subscription=s",
                "/broadcast/events/tail?lastEventId=1",
                "/broadcast/events/tail?lastEventId=1-2-3",
                "/broadcast/events/tail?lastEventId=a-b",
                "/broadcast/events/tail?lastEventId=-1-1",
                "/broadcast/events/tail?lastEventId=99999999999999999999-0",
                "/broadcast/events/tail?lastEventId=1-99999999999999999999999",
                "/broadcast/events/tail?lastEventId=9999999999999999999-0",
                "/broadcast/events/tail?lastEventId=" + "1".repeat(3_000) + "-0",
                "/broadcast/events/tail?lastEventId=%24",
                "/broadcast/events/tail?lastEventId=1-1%0d%0adata:%20x");
    }

    @Test
    void no_bad_request_is_answered_by_500_or_stores_anything_or_ends_a_stream() {
        EventSource tail = application.open("/broadcast/events/tail");
        long before = published();
        List<String> wrong = new ArrayList<>();
        int tried = 0;
        for (String body : badBodies().toList()) {
            tried += check(wrong, shortened(body), application.publish(body), 400);
        }
        for (byte[] body : badBytes().toList()) {
            Answer answer = application.send(application
                    .request("/broadcast/events")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofByteArray(body)));
            tried += check(wrong, "bytes", answer, 400);
        }
        for (String path : badStreams().toList()) {
            tried += check(wrong, shortened(path), application.get(path), 400);
        }
        for (String cursor : List.of("x", "1", "1-", "-1", "1-1x", "$", "0x1-1", "1-1, 2-2")) {
            Answer answer = application.send(
                    application.request("/broadcast/events/tail").header("Last-Event-ID", cursor));
            tried += check(wrong, "cursor " + cursor, answer, 400);
        }
        for (String type : List.of(
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "image/png",
                "nonsense")) {
            tried += check(wrong, type, application.post("/broadcast/events", type, "{\"subject\":\"a\"}"), 415);
        }
        tried += check(
                wrong,
                "no type",
                application.send(
                        application.request("/broadcast/events").POST(BodyPublishers.ofString("{\"subject\":\"a\"}"))),
                415);
        for (String method : List.of("PUT", "DELETE", "PATCH")) {
            tried += check(
                    wrong,
                    method,
                    application.send(
                            application.request("/broadcast/events").method(method, BodyPublishers.ofString("{}"))),
                    405);
        }
        for (String path :
                List.of("/broadcast/events/", "/broadcast/events/other", "/broadcast/events/tail/x", "/broadcast/")) {
            tried += check(wrong, path, application.get(path), 404, 405);
        }
        for (String name : List.of("other", "..%2Fevents", "events%00", "%7Bx%7D", "a:b")) {
            HttpRequest.Builder post = application
                    .request("/broadcast/" + name)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"subject\":\"a\"}"));
            HttpRequest.Builder tailOfIt = application.request("/broadcast/" + name + "/tail");
            tried += check(wrong, name, application.sendAlone(post), 400, 403, 404);
            tried += check(wrong, name, application.sendAlone(tailOfIt), 400, 403, 404);
        }

        assertThat(wrong).isEmpty();
        assertThat(tried).isGreaterThan(120);
        Answer good = application.publish("{\"subject\":\"good\",\"data\":1}");
        assertThat(tail.await(1))
                .extracting(EventSource.Event::id)
                .containsExactly(good.json().path("id").asString());
        assertThat(published()).isEqualTo(before + 1);
        assertThat(application.relay().broadcast("events").subscriptions().names())
                .isEmpty();
    }

    @Test
    void a_body_beyond_the_limit_is_refused_without_being_held_whatever_length_it_says_it_has() {
        String fits = "{\"subject\":\"a\",\"data\":\"" + "x".repeat(LIMIT - 25) + "\"}";
        assertThat(fits).hasSize(LIMIT);

        assertThat(application.publish(fits).status()).isEqualTo(201);
        assertThat(application.publish(fits + " ").problem()).isEqualTo("413 too-large");
        long stored = published();
        Answer endless = postEndless(100L * 1024 * 1024);
        assertThat(endless == null || endless.status() == 413).isTrue();
        assertThat(published()).isEqualTo(stored);
    }

    private long published() {
        return application
                .relay()
                .broadcast("events")
                .log()
                .read("0-0", 1)
                .join()
                .published();
    }

    /** Chunked, for its length is not said. Null if the server cut it off before an answer could be read. */
    private Answer postEndless(long length) {
        try {
            return application.send(application
                    .request("/broadcast/events")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofInputStream(() -> new Endless(length))));
        } catch (java.io.UncheckedIOException e) {
            return null;
        }
    }

    private static int check(List<String> wrong, String what, Answer answer, Integer... expected) {
        if (!List.of(expected).contains(answer.status())) {
            wrong.add(what + " -> " + answer.status() + " " + shortened(answer.body()));
        }
        return 1;
    }

    private static String shortened(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "..." : text;
    }

    private static byte[] bytes(Object... parts) {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        for (Object part : parts) {
            if (part instanceof String text) {
                out.writeBytes(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            } else {
                out.write((Integer) part);
            }
        }
        return out.toByteArray();
    }

    /** So many blanks. */
    private static final class Endless extends InputStream {

        private long left;

        Endless(long left) {
            this.left = left;
        }

        @Override
        public int read() {
            return left-- > 0 ? ' ' : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (left <= 0) {
                return -1;
            }
            int n = (int) Math.min(length, left);
            java.util.Arrays.fill(target, offset, offset + n, (byte) ' ');
            left -= n;
            return n;
        }
    }
}
