package io.relaymq.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks the server itself whether it is ready: PING over a plain socket, then INFO, to be sure that it is our child who answers. */
final class Readiness {

    enum Answer {
        /** Nobody listens, nobody answers, or the data is still being loaded. */
        NOT_YET,
        READY,
        /** Another server listens on this port. */
        STRANGER
    }

    private static final int TIMEOUT_MILLIS = 2_000;

    private Readiness() {}

    static Answer ask(String host, int port, long pid) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return ask(socket, pid);
        } catch (IOException e) {
            return Answer.NOT_YET;
        }
    }

    private static Answer ask(Socket socket, long pid) throws IOException {
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        String pong = call(socket, reader, "PING");
        if (pong.startsWith("-LOADING")) {
            return Answer.NOT_YET;
        }
        String info = call(socket, reader, "INFO server");
        if (!info.startsWith("$")) {
            return Answer.READY; // a password or an ACL forbids INFO: it is up, and the child is checked by the caller
        }
        return reader.lines()
                        .filter(line -> line.startsWith("process_id:"))
                        .findFirst()
                        .orElse("")
                        .equals("process_id:" + pid)
                ? Answer.READY
                : Answer.STRANGER;
    }

    private static String call(Socket socket, BufferedReader reader, String command) throws IOException {
        socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
        String line = reader.readLine();
        if (line == null) {
            throw new IOException("connection closed");
        }
        return line;
    }
}
