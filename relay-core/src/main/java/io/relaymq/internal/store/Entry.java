package io.relaymq.internal.store;

/** A stored message as it is handed out. For internal use. */
public record Entry(String id, String subject, byte[] headers, byte[] data) {}
