package io.relaymq.spring;

import java.time.Instant;
import java.util.Map;

/**
 * What a listener may take instead of the bare payload.
 *
 * @param id the message's id
 * @param subject its subject
 * @param timestamp when it was published, by the server's clock
 * @param headers its headers; empty if there are none
 * @param payload its payload, read as the type argument says
 */
public record RelayMessage<T>(String id, String subject, Instant timestamp, Map<String, String> headers, T payload) {}
