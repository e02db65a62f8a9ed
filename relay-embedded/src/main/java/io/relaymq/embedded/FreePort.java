package io.relaymq.embedded;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Loopback ports for servers that are told where to listen.
 *
 * <p>They lie below the range that operating systems use for outgoing connections (from 32,768 on Linux, from 49,152 elsewhere): there, a
 * client that reconnects while the server is down could be given the server's own port, connect to itself and keep the server from coming
 * back. So does the port 10,000 above, where a node of a Redis cluster talks to the others.
 */
public final class FreePort {

    /** How much higher a node's cluster bus is. */
    private static final int BUS = 10_000;

    private static final int FROM = 10_000;
    private static final int TO = 32_000 - BUS;
    private static final int TRIES = 1_000;

    private FreePort() {}

    /**
     * One that nobody listens on now, between 10,000 and 22,000, nor on the one 10,000 above; chosen by chance, so that processes that ask
     * at the same time rarely get the same. It is not reserved.
     *
     * @throws RedisStartException if there is none
     */
    public static int next() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FROM, TO);
            if (isFree(port)) {
                return port;
            }
        }
        throw new RedisStartException("No free loopback port between " + FROM + " and " + TO);
    }

    static boolean isFree(int port) {
        return canListen(port) && canListen(port + BUS);
    }

    private static boolean canListen(int port) {
        try (ServerSocket ignored = new ServerSocket(port, 1, Loopback.address())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
