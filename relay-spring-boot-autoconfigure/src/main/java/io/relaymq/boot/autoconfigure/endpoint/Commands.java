package io.relaymq.boot.autoconfigure.endpoint;

import io.relaymq.DeadLetters;
import io.relaymq.StartFrom;
import io.relaymq.Subscriptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What can be done to one subscription, for all its processes. */
record Commands(Subscriptions subscriptions, String name) {

    Map<String, Object> pause(boolean paused) {
        boolean found = paused ? subscriptions.pause(name) : subscriptions.resume(name);
        requireFound(found);
        return Map.of("subscription", name, "paused", paused);
    }

    Map<String, Object> seek(@Nullable String to, boolean dryRun) {
        if (to == null) {
            throw new IllegalArgumentException(
                    "Expected 'to': latest, earliest, a message id such as 1700000000000-0, or an instant");
        }
        StartFrom target = StartFrom.parse(to);
        long delivers = subscriptions.countAfter(name, target);
        requireFound(delivers >= 0);
        if (!dryRun) {
            requireFound(subscriptions.seek(name, target));
        }
        return Map.of("subscription", name, "moved", !dryRun, "delivers", delivers);
    }

    Map<String, Object> replay(LetterChoice choice, boolean all, int perSecond) {
        DeadLetters letters = chosen(choice, all);
        long replayed =
                choice.id() != null ? count(letters.replay(choice.id())) : letters.replay(choice.query(), perSecond);
        return Map.of("subscription", name, "replayed", replayed);
    }

    Map<String, Object> discard(LetterChoice choice, boolean all) {
        DeadLetters letters = chosen(choice, all);
        long discarded = choice.id() != null ? count(letters.discard(choice.id())) : letters.discard(choice.query());
        return Map.of("subscription", name, "discarded", discarded);
    }

    private DeadLetters chosen(LetterChoice choice, boolean all) {
        if (choice.isEmpty() && !all) {
            throw new IllegalArgumentException(
                    "Expected which dead letters: 'id', or any of 'patterns', 'cause', 'from' and"
                            + " 'until', or 'all' with the value true");
        }
        requireFound(subscriptions.describe(name) != null);
        return subscriptions.deadLetters(name);
    }

    private void requireFound(boolean found) {
        if (!found) {
            throw new NotFoundException("There is no subscription '" + name + "'");
        }
    }

    private static long count(boolean one) {
        return one ? 1 : 0;
    }
}
