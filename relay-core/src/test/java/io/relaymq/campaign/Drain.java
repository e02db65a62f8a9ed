package io.relaymq.campaign;

import io.relaymq.RelayException;
import io.relaymq.SubscriptionStatus;
import java.util.ArrayList;
import java.util.List;

/** Waits until nothing is left to do in Redis. */
final class Drain {

    private static final long LIMIT_MILLIS = 60_000;
    private static final List<String> KEYS = List.of("wait:", "due:", "taken:", "tries:");

    /** Words of a lease before the ids that it holds. */
    private static final int LEASE_WORDS = 5;

    private final Rig rig;

    Drain(Rig rig) {
        this.rig = rig;
    }

    /** What is still there at the limit; empty in the good case. */
    List<String> await() {
        List<String> left = new ArrayList<>();
        Pause.isTrueWithin(LIMIT_MILLIS, () -> {
            left.clear();
            try {
                Setup.SUBSCRIPTIONS.keySet().forEach(name -> look(name, left));
            } catch (RelayException e) {
                left.add(e.toString());
            }
            return left.isEmpty();
        });
        return left;
    }

    private void look(String subscription, List<String> left) {
        SubscriptionStatus status = rig.subscriptions().describe(subscription);
        if (status == null) {
            left.add("stuck: no subscription " + subscription);
            return;
        }
        if (status.backlog() > 0 || status.copying() || status.consumers().size() != rig.consumers.size()) {
            left.add("stuck: " + status);
            return;
        }
        rig.onServer(redis -> {
            for (String key : KEYS) {
                if (redis.exists(Rig.key(key + subscription)) > 0) {
                    left.add("left over: " + key + subscription);
                }
            }
            redis.hgetall(Rig.key("flight:" + subscription)).forEach((consumer, lease) -> {
                if (lease.split(" ").length > LEASE_WORDS) {
                    left.add("left over: flight:" + subscription + " " + consumer + " " + lease);
                }
            });
        });
    }
}
