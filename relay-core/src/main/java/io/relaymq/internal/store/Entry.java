package io.relaymq.internal.store;

/** A stored message as it is handed out; {@code expiry} is the server time in ms after which it is not delivered, 0 = never. For internal use. */
public record Entry(String id, String subject, byte[] headers, byte[] data, long expiry) {

    private static final byte[] NOTHING = {};

    /** What it takes in memory, roughly. */
    public int bytes() {
        return headers.length + data.length;
    }

    /** What says which it is. */
    public Entry withoutBody() {
        return new Entry(id, subject, NOTHING, NOTHING, expiry);
    }
}
