package io.relaymq.benchmarks.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeRunTest {

    @ParameterizedTest
    @EnumSource
    void a_little_of_the_work(Crowd crowd) throws Exception {
        Outcome outcome = EdgeRun.of(WebServer.NETTY, crowd, new Load(50, 100, 0.5, 1.5, false));

        assertThat(outcome.isVoid()).isFalse();
        assertThat(outcome.receipts().received()).isPositive();
        assertThat(outcome.nanos().getTotalCount()).isPositive();
        assertThat(outcome.holding()).hasSize(3).allMatch(reading -> reading.heap() > 0 && reading.sockets() > 0);
        assertThat(outcome.after().streams()).isZero();
    }

    @Test
    void a_client_that_was_not_given_everything_is_found_out() {
        SseClient client = client(Fate.STAYS);
        client.event("1-1", "message", "{\"n\":0,\"t\":1}");
        client.event("1-2", "message", "{\"n\":2,\"t\":1}");
        client.event("1-2", "message", "{\"n\":2,\"t\":1}");
        client.event("1-3", "message", "{\"n\":1,\"t\":1}");

        Receipts receipts =
                Receipts.of(List.of(client, client(Fate.CLOSES), client(Fate.RESETS_AND_RETURNS)), false, 5);

        assertThat(receipts).isEqualTo(new Receipts(false, 3, 2, 5, 1, 1, 0, 0));
        assertThat(receipts.isComplete()).isFalse();
    }

    private static SseClient client(Fate fate) {
        return new SseClient(new Member("/", number -> true, fate), 0, delay -> {});
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 1_000})
    void events_are_read_however_their_bytes_come(int atATime) {
        String body = ": connected\n\nid: 1-1\nevent: gap\ndata: {é}\n\n";
        byte[] bytes = ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(body.substring(0, 20))
                        + chunk(body.substring(20)) + "0\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);
        List<String> told = new ArrayList<>();
        SseParser parser = new SseParser(new SseParser.Reader() {
            @Override
            public void head(int status) {
                told.add("head " + status);
            }

            @Override
            public void comment() {
                told.add("comment");
            }

            @Override
            public void event(String id, String name, String data) {
                told.add(id + " " + name + " " + data);
            }
        });

        for (int i = 0; i < bytes.length; i += atATime) {
            parser.take(ByteBuffer.wrap(bytes, i, Math.min(atATime, bytes.length - i)));
        }

        assertThat(told).containsExactly("head 200", "comment", " message ", "1-1 gap {é}");
        assertThat(parser.isAtEnd()).isTrue();
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + text + "\r\n";
    }
}
