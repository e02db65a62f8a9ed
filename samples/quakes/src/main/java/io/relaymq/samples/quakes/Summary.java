package io.relaymq.samples.quakes;

import java.util.Map;

/**
 * What came of publishing the feed.
 *
 * @param counts deliveries by listener, and failures
 */
record Summary(int published, Map<String, Long> counts) {}
