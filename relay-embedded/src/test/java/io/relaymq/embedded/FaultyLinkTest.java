package io.relaymq.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultyLinkTest {

    private final RedisProcess server = RedisProcess.builder().start();
    private final FaultyLink link = FaultyLink.to(server);

    @AfterEach
    void close() {
        link.close();
        server.close();
    }

    @Test
    void passes_on_and_counts_connections_and_bytes() throws IOException {
        try (InlineClient client = InlineClient.to(link)) {
            assertThat(client.call("PING")).isEqualTo("+PONG");

            assertThat(link.accepted()).isEqualTo(1);
            assertThat(link.open()).isEqualTo(1);
            assertThat(link.bytesToServer()).isEqualTo("PING\r\n".length());
            assertThat(link.bytesFromServer()).isEqualTo("+PONG\r\n".length());
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> link.open() == 0);
    }

    @Test
    void cut_resets_connections_and_new_ones_work() throws IOException {
        try (InlineClient client = InlineClient.to(link)) {
            client.call("PING");

            link.cut();

            assertThatThrownBy(client::receive)
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
            assertThat(link.open()).isZero();
        }
        try (InlineClient client = InlineClient.to(link)) {
            assertThat(client.call("PING")).isEqualTo("+PONG");
            assertThat(link.accepted()).isEqualTo(2);
        }
    }

    @Test
    void pause_holds_everything_back_until_resume() throws IOException {
        try (InlineClient client = InlineClient.to(link)) {
            client.call("PING");
            link.pause();
            client.timeout(Duration.ofMillis(200));
            client.send("PING");
            assertThatThrownBy(client::receive).isInstanceOf(SocketTimeoutException.class);

            link.resume();

            client.timeout(Duration.ofSeconds(30));
            assertThat(client.receive()).isEqualTo("+PONG");
        }
    }

    @Test
    void a_paused_connection_can_be_cut() throws IOException {
        try (InlineClient client = InlineClient.to(link)) {
            client.call("PING");
            link.pause();
            client.send("PING");

            link.cut();

            assertThatThrownBy(client::receive).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void refuse_closes_new_connections_and_leaves_the_others_until_pass() throws IOException {
        try (InlineClient before = InlineClient.to(link)) {
            before.call("PING");

            link.refuse();

            try (InlineClient refused = InlineClient.to(link)) {
                assertThatThrownBy(refused::receive).isInstanceOf(IOException.class);
            }
            assertThat(before.call("PING")).isEqualTo("+PONG");
            assertThat(link.accepted()).isEqualTo(2);
            link.pass();
            try (InlineClient after = InlineClient.to(link)) {
                assertThat(after.call("PING")).isEqualTo("+PONG");
            }
        }
    }

    @Test
    void latency_holds_a_reply_back_and_pass_ends_it() throws IOException {
        try (InlineClient client = InlineClient.to(link)) {
            client.call("PING");
            link.latency(Duration.ofHours(1));
            client.timeout(Duration.ofMillis(200));
            client.send("PING");
            assertThatThrownBy(client::receive).isInstanceOf(SocketTimeoutException.class);

            link.pass();

            client.timeout(Duration.ofSeconds(30));
            assertThat(client.receive()).isEqualTo("+PONG");
        }
    }

    @Test
    void a_server_that_is_down_is_felt_and_its_restart_too() throws IOException {
        try (RedisProcess own = RedisProcess.builder().start();
                FaultyLink toOwn = FaultyLink.to(own);
                InlineClient client = InlineClient.to(toOwn)) {
            client.call("PING");
            own.kill();
            assertThatThrownBy(client::receive).isInstanceOf(IOException.class);
            try (InlineClient meanwhile = InlineClient.to(toOwn)) {
                assertThatThrownBy(meanwhile::receive).isInstanceOf(IOException.class);
            }

            own.start();

            try (InlineClient again = InlineClient.to(toOwn)) {
                assertThat(again.call("PING")).isEqualTo("+PONG");
            }
        }
    }

    @Test
    void close_resets_and_listens_no_more() throws IOException {
        try (InlineClient client = InlineClient.to(link)) {
            client.call("PING");

            link.close();

            assertThatThrownBy(client::receive).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> InlineClient.to(link)).isInstanceOf(IOException.class);
        }
    }
}
