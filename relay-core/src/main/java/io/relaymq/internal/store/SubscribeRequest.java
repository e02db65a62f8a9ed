package io.relaymq.internal.store;

import java.util.List;

/** See {@code subscribe.lua}. {@code start} is a position, with {@code " retained"} behind it if the retained values come first. {@code known} and {@code life} are empty if the caller knows no earlier life. For internal use. */
public record SubscribeRequest(String subscription, List<String> patterns, String start, String known, String life) {}
