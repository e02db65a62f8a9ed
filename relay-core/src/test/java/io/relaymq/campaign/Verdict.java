package io.relaymq.campaign;

import static java.util.Objects.requireNonNull;

import io.relaymq.DeadLetter;
import io.relaymq.DeadLetterQuery;
import io.relaymq.SubscriptionStatus;
import io.relaymq.campaign.Fault.RedisMayLose;
import io.relaymq.campaign.Fault.Toll;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares what was published with what was handled, dead-lettered and dropped, for one run. */
final class Verdict {

    private static final long LAST_SECONDS = 2_000;

    private final Rig rig;
    private final Toll toll;
    private final Ledger ledger;
    private final List<String> problems;
    private final Set<Long> deadNumbers = new HashSet<>();
    private long lost;
    private long taken;
    private long dead;
    private long drops;

    Verdict(Rig rig, Toll toll, Ledger ledger, List<String> problems) {
        this.rig = rig;
        this.toll = toll;
        this.ledger = ledger;
        this.problems = new ArrayList<>(problems);
    }

    Outcome outcome(long loadEnd) {
        Setup.SUBSCRIPTIONS.keySet().forEach(this::compare);
        require(dead == toll.dead(), "dead letters: " + dead + " instead of " + toll.dead() + ": " + deadNumbers);
        require(toll.drops() || drops == 0, "unread drops: " + drops);
        require(toll.duplicates() || ledger.duplicates() == 0, "duplicates: " + ledger.duplicates());
        require(ledger.unexpected() == 0, "handled though not sent, refused or not wanted: " + ledger.unexpected());
        return new Outcome(
                1,
                ledger.stored.size(),
                ledger.unknown().size(),
                ledger.recovered(),
                ledger.failed.size(),
                lost,
                taken,
                ledger.duplicates(),
                ledger.longestGap(loadEnd),
                ledger.recovery(rig.overAt()),
                ledger.caughtUp(rig.overAt()),
                dead,
                drops,
                problems);
    }

    private void compare(String subscription) {
        Set<Long> missing = new TreeSet<>(ledger.missing(subscription));
        for (DeadLetter letter :
                rig.subscriptions().deadLetters(subscription).page(DeadLetterQuery.all(), null, 1_000)) {
            dead++;
            long n = Long.parseLong(new String(letter.data(), StandardCharsets.UTF_8));
            deadNumbers.add(n);
            missing.remove(n);
        }
        int before = missing.size();
        missing.removeIf(n -> isLossOfRedis(requireNonNull(ledger.stored.get(n))));
        taken += before - missing.size();
        SubscriptionStatus status = requireNonNull(rig.subscriptions().describe(subscription));
        drops += status.unreadDrops();
        long unexplained = missing.size() - status.unreadDrops();
        if (unexplained > 0) {
            lost += unexplained;
            problems.add("lost " + unexplained + " of " + subscription + ", among " + sample(missing));
        } else if (unexplained < 0 && !toll.duplicates()) {
            problems.add(
                    subscription + ": " + status.unreadDrops() + " unread drops, but " + missing.size() + " missing");
        }
    }

    private boolean isLossOfRedis(Ledger.Stored publish) {
        if (toll.byRedis() == RedisMayLose.NOTHING || publish.idMillis() > rig.struckAt) {
            return false;
        }
        return toll.byRedis() == RedisMayLose.WHAT_WAS_THERE || publish.idMillis() >= rig.struckAt - LAST_SECONDS;
    }

    private List<Long> sample(Set<Long> numbers) {
        return numbers.stream().limit(10).toList();
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            problems.add(otherwise);
        }
    }
}
