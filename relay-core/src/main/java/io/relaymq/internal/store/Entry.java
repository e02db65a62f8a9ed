package io.relaymq.internal.store;

/** A stored message as it is handed out; {@code expiry} is the server time in ms after which it is not delivered, 0 = never. For internal use. */
public record Entry(String id, String subject, byte[] headers, byte[] data, long expiry) {}
