package io.relaymq.boot.autoconfigure.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a stream of events, which no payload can forge: data is JSON on one line, an id is one of Redis.
 *
 * @param bytes what is sent
 * @param fate whom to tell what became of it; null = nobody
 */
record Frame(byte[] bytes, @Nullable Fate fate) {

    /** Told that it was sent, if it was, and then once how it ended. */
    interface Fate {

        /** The system has taken it for the connection. */
        void sent();

        /** Something was sent a while later, so there was somebody when this was. */
        void arrived();

        /** It was not sent, or perhaps to nobody. */
        void lost();
    }

    static final Frame CONNECTED = text(": connected\n\nretry: 2000\n\n");
    static final Frame PROBE = text(":\n\n");
    static final Frame HEARTBEAT = text(": heartbeat\n\n");

    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);

    private static Frame text(String text) {
        return new Frame(text.getBytes(StandardCharsets.US_ASCII), null);
    }

    /** Moves the cursor of a client on, without an event. */
    static Frame cursor(String id) {
        return text("id: " + id + "\n\n");
    }

    /** @param id null = the cursor of the client stays where it is */
    static Frame event(String event, @Nullable String id, byte[] json, @Nullable Fate fate) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(json.length + 64);
        String head = (id == null ? "" : "id: " + id + "\n") + "event: " + event + "\n";
        out.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(DATA);
        out.writeBytes(json);
        out.writeBytes(END);
        return new Frame(out.toByteArray(), fate);
    }

    Frame with(Fate fate) {
        return new Frame(bytes, fate);
    }

    int size() {
        return bytes.length;
    }
}
