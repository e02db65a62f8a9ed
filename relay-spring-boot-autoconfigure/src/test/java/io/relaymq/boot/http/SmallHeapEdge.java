package io.relaymq.boot.http;

import java.io.IOException;

/** The program of {@link SmallHeapEdgeTest}: the edge on a server. It says its port, and ends with its input. */
final class SmallHeapEdge {

    private SmallHeapEdge() {}

    /** Arguments: web server, port of Redis. */
    public static void main(String[] arguments) throws IOException {
        try (EdgeApplication application = EdgeServer.valueOf(arguments[0])
                .start(
                        Integer.parseInt(arguments[1]),
                        new Class<?>[0],
                        "logging.level.root=error",
                        "relay.namespace=small",
                        "relay.http.broadcasts=*",
                        "relay.max-messages=200")) {
            System.out.println("port " + application.port());
            while (System.in.read() >= 0) {
                // until there is no more
            }
        }
    }
}
