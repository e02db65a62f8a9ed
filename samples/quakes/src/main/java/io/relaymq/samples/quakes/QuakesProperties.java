package io.relaymq.samples.quakes;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.Resource;

/**
 * What to publish, and how fast.
 *
 * @param feed Where the GeoJSON is: classpath, file or https.
 * @param pace Time between two publishes.
 */
@ConfigurationProperties("quakes")
record QuakesProperties(Resource feed, Duration pace) {}
