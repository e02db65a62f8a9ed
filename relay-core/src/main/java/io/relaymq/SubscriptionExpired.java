package io.relaymq;

import java.time.Duration;

/**
 * A subscription was removed because nobody had read it for as long as {@link BroadcastOptions#expireAfter()} says. Whoever wants
 * it again makes it again: it begins where its own options say, and what it had not received is gone.
 *
 * @param broadcast the broadcast's name
 * @param subscription the subscription's name
 * @param unread copies in its inbox that went with it: not delivered, or delivered and not settled
 * @param waiting deliveries that waited for another run and went with it
 * @param deadLetters dead letters that went with it
 * @param unreadFor for how long nobody had read it
 */
public record SubscriptionExpired(
        String broadcast, String subscription, long unread, long waiting, long deadLetters, Duration unreadFor) {}
