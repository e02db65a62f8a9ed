package io.relaymq.embedded;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The one address that servers and links listen on. Not Java's own idea of it, which is {@code ::1} where IPv6 is preferred. */
final class Loopback {

    static final String HOST = "127.0.0.1";

    private Loopback() {}

    static InetAddress address() {
        try {
            return InetAddress.getByAddress(HOST, new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // only for a wrong number of bytes
        }
    }
}
