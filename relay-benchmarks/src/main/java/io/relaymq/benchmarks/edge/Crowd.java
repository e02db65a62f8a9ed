package io.relaymq.benchmarks.edge;

import io.relaymq.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Who listens to what. Message {@code n} goes to one of a hundred subjects, {@code load.0.0} to {@code load.9.99}. */
public enum Crowd {
    /**
     * Of {@code /tail}: a client wants one of the hundred subjects. One in ten dies, half of these by a reset; half of each half come back. One in
     * fifty wants everything, and never reads.
     */
    TAIL {
        @Override
        List<Member> of(int clients) {
            return IntStream.range(0, clients)
                    .mapToObj(i -> i % 50 == 0 ? silent(path("") + "load.%3E") : one(i % SUBJECTS, fate(i)))
                    .toList();
        }

        private Member one(int subject, Fate fate) {
            return new Member(path("") + "load.*." + subject, n -> n % SUBJECTS == subject, fate);
        }

        private Fate fate(int i) {
            return switch (i % 40) {
                case 1 -> Fate.CLOSES;
                case 11 -> Fate.RESETS;
                case 21 -> Fate.CLOSES_AND_RETURNS;
                case 31 -> Fate.RESETS_AND_RETURNS;
                default -> Fate.STAYS;
            };
        }
    },

    /**
     * Of {@code /events}: ten clients share a subscription, each wants one tenth of the messages. One of the ten dies and comes back. One more in
     * each subscription wants what the others want that stay, and never reads.
     */
    EVENTS {
        @Override
        List<Member> of(int clients) {
            List<Member> members = new ArrayList<>();
            for (int s = 0; s < subscriptions(clients); s++) {
                for (int tenth = 0; tenth < TENTHS; tenth++) {
                    members.add(one("subscription=s" + s + "&", tenth, tenth == DYING ? dies(s) : Fate.STAYS));
                }
                members.add(silent(path("subscription=s" + s + "&") + "load.%3E,!load." + DYING + ".*"));
            }
            return members;
        }

        @Override
        int subscriptions(int clients) {
            return Math.max(1, clients / TENTHS);
        }

        private Member one(String subscription, int tenth, Fate fate) {
            return new Member(path(subscription) + "load." + tenth + ".*", n -> n % SUBJECTS / TENTHS == tenth, fate);
        }

        private Fate dies(int subscription) {
            return subscription % 2 == 0 ? Fate.CLOSES_AND_RETURNS : Fate.RESETS_AND_RETURNS;
        }
    };

    static final String BROADCAST = "load";
    static final int SUBJECTS = 100;
    static final int TENTHS = 10;

    /** What is before the number of a message in an event, and before the time it was meant to be sent at. */
    static final String NUMBER = "\"n\":";

    static final String INTENDED = "\"t\":";

    private static final int DYING = 1;
    private static final String PADDING = "x".repeat(200);

    /** Its members. */
    abstract List<Member> of(int clients);

    /** How many durable subscriptions that makes. */
    int subscriptions(int clients) {
        return 0;
    }

    /** Some that listen to what nobody publishes to afterwards. */
    List<Member> warmUp(int clients) {
        return IntStream.range(0, clients)
                .mapToObj(i -> new Member(
                        path(this == EVENTS ? "subscription=warm&" : "") + "warm.%3E", n -> false, Fate.STAYS))
                .toList();
    }

    Member silent(String path) {
        return new Member(path, n -> false, Fate.NEVER_READS);
    }

    String path(String subscription) {
        return "/broadcast/" + BROADCAST + "/" + name().toLowerCase(Locale.ROOT) + "?" + subscription + "subjects=";
    }

    /** The message of that number, about 256 bytes. */
    static Message message(long number, long intendedNanos) {
        long subject = number % SUBJECTS;
        return Message.of("load." + subject / TENTHS + "." + subject, body(number, intendedNanos));
    }

    static Message warmUpMessage() {
        return Message.of("warm.up", body(-1, System.nanoTime()));
    }

    private static String body(long number, long nanos) {
        return "{" + NUMBER + number + "," + INTENDED + nanos + ",\"padding\":\"" + PADDING + "\"}";
    }
}
