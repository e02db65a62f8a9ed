package io.relaymq.boot.autoconfigure.endpoint;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the endpoint shows.
 *
 * @param showPayloads When to show payloads and header values of dead letters.
 */
@ConfigurationProperties("management.endpoint.relay")
record RelayEndpointProperties(@DefaultValue("never") Show showPayloads) {}
