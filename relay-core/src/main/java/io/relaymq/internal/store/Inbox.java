package io.relaymq.internal.store;

/** One inbox: the broadcast's and the subscription's name. For internal use. */
public record Inbox(String broadcast, String subscription) {}
