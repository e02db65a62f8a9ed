package io.relaymq.embedded;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A loopback port that nobody listens on now.
 *
 * <p>Taken from below the range that operating systems use for outgoing connections: there, a client that reconnects while the server is
 * down could be given the server's own port, connect to itself and keep the server from coming back.
 */
final class FreePort {

    private static final int FROM = 10_000;
    private static final int TO = 32_000;
    private static final int TRIES = 1_000;

    private FreePort() {}

    static int next() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FROM, TO);
            if (isFree(port)) {
                return port;
            }
        }
        throw new RedisStartException("No free loopback port between " + FROM + " and " + TO);
    }

    private static boolean isFree(int port) {
        try (ServerSocket ignored = new ServerSocket(port, 1, Loopback.address())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
