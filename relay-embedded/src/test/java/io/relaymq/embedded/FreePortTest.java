package io.relaymq.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortTest {

    /** Where Linux begins to give ports to outgoing connections. */
    private static final int OUTGOING = 32_768;

    private static final int BUS = 10_000;

    @Test
    void neither_it_nor_the_cluster_bus_above_it_can_be_given_to_an_outgoing_connection() {
        assertThat(IntStream.generate(FreePort::next).limit(200)).allMatch(port -> port + BUS < OUTGOING);
    }

    @Test
    void a_port_is_not_free_while_somebody_listens_on_it_or_on_its_cluster_bus() throws IOException {
        int port = FreePort.next();

        try (ServerSocket ignored = listen(port)) {
            assertThat(FreePort.isFree(port)).isFalse();
        }
        try (ServerSocket ignored = listen(port + BUS)) {
            assertThat(FreePort.isFree(port)).isFalse();
        }
        assertThat(FreePort.isFree(port)).isTrue();
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, Loopback.address());
    }
}
