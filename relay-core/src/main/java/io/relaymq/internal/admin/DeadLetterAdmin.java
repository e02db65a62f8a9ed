package io.relaymq.internal.admin;

import io.relaymq.DeadLetter;
import io.relaymq.DeadLetterQuery;
import io.relaymq.DeadLetters;
import io.relaymq.SubjectMatcher;
import io.relaymq.internal.store.Ids;
import io.relaymq.internal.store.SubscriptionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks after the dead letters of one subscription, a bounded step at a time. */
final class DeadLetterAdmin implements DeadLetters {

    private static final int LETTERS_A_STEP = 100;
    private static final int LETTERS_OF_UNKNOWN_SIZE = 10;
    private static final int BYTES_A_STEP = 4 * 1024 * 1024;
    private static final int LONGEST_PAGE = 1_000;
    private static final String FIRST = "0-0";

    private final String subscription;
    private final SubscriptionStore store;
    private final Consumer<String> changed;

    DeadLetterAdmin(String subscription, SubscriptionStore store, Consumer<String> changed) {
        this.subscription = subscription;
        this.store = store;
        this.changed = changed;
    }

    @Override
    public long count() {
        return Waiting.on(store.deadCount(subscription));
    }

    @Override
    public List<DeadLetter> page(DeadLetterQuery query, @Nullable String after, int limit) {
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw new IllegalArgumentException("Expected a limit from 1 to " + LONGEST_PAGE + ", got: " + limit);
        }
        Predicate<DeadLetter> wanted = wanted(query);
        List<DeadLetter> page = new ArrayList<>();
        String position = after == null ? FIRST : requireId(after);
        int most = LETTERS_OF_UNKNOWN_SIZE;
        while (page.size() < limit) {
            List<DeadLetter> step = Waiting.on(store.dead(subscription, position, most));
            step.stream().filter(wanted).limit(limit - page.size()).forEach(page::add);
            if (step.size() < most) {
                break;
            }
            position = last(step);
            most = mostAfter(step);
        }
        return page;
    }

    @Override
    public @Nullable DeadLetter get(String id) {
        String before = Ids.predecessor(requireId(id));
        List<DeadLetter> found = Waiting.on(store.dead(subscription, before, 1));
        return found.isEmpty() || !found.get(0).id().equals(id) ? null : found.get(0);
    }

    @Override
    public long replay(DeadLetterQuery query, int perSecond) {
        if (perSecond < 0) {
            throw new IllegalArgumentException("Expected a rate that is not negative, got: " + perSecond);
        }
        double gapMillis = perSecond == 0 ? 0 : 1000.0 / perSecond;
        long replayed = 0;
        for (Step step = first(query); step != null; step = next(step)) {
            if (!step.ids().isEmpty()) {
                replayed += Waiting.on(store.replay(subscription, step.ids(), replayed * gapMillis, gapMillis));
            }
        }
        changed.accept(subscription);
        return replayed;
    }

    @Override
    public boolean replay(String id) {
        boolean replayed = Waiting.on(store.replay(subscription, List.of(requireId(id)), 0, 0)) == 1;
        changed.accept(subscription);
        return replayed;
    }

    @Override
    public long discard(DeadLetterQuery query) {
        long discarded = 0;
        for (Step step = first(query); step != null; step = next(step)) {
            if (!step.ids().isEmpty()) {
                discarded += Waiting.on(store.discard(subscription, step.ids()));
            }
        }
        return discarded;
    }

    @Override
    public boolean discard(String id) {
        return Waiting.on(store.discard(subscription, List.of(requireId(id)))) == 1;
    }

    // ---- steps: what dies again meanwhile lies behind the end that was there when the call began

    /** @param most letters of the next step; 0 = this was the last */
    private record Step(List<String> ids, String last, int most, String end, Predicate<DeadLetter> wanted) {}

    private @Nullable Step first(DeadLetterQuery query) {
        String end = Waiting.on(store.lastDead(subscription));
        return end == null ? null : step(FIRST, LETTERS_OF_UNKNOWN_SIZE, end, wanted(query));
    }

    private @Nullable Step next(Step step) {
        return step.most() > 0 ? step(step.last(), step.most(), step.end(), step.wanted()) : null;
    }

    private Step step(String after, int most, String end, Predicate<DeadLetter> wanted) {
        List<DeadLetter> letters = Waiting.on(store.dead(subscription, after, most)).stream()
                .filter(letter -> !Ids.before(end, letter.id()))
                .toList();
        List<String> ids = letters.stream().filter(wanted).map(DeadLetter::id).toList();
        boolean more = letters.size() == most;
        return new Step(ids, letters.isEmpty() ? after : last(letters), more ? mostAfter(letters) : 0, end, wanted);
    }

    /** They come with their bodies. */
    private static int mostAfter(List<DeadLetter> step) {
        long bytes = step.stream().mapToLong(letter -> letter.data().length).sum();
        long average = Math.max(1, bytes / step.size());
        return (int) Math.max(1, Math.min(LETTERS_A_STEP, BYTES_A_STEP / average));
    }

    private static String last(List<DeadLetter> letters) {
        return letters.get(letters.size() - 1).id();
    }

    private static Predicate<DeadLetter> wanted(DeadLetterQuery query) {
        SubjectMatcher subjects = SubjectMatcher.compile(query.patterns());
        return letter -> subjects.matches(letter.subject())
                && (query.cause() == null || letter.cause().endsWith(query.cause()))
                && (query.from() == null || !letter.diedAt().isBefore(query.from()))
                && (query.until() == null || letter.diedAt().isBefore(query.until()));
    }

    private static String requireId(String id) {
        if (!Ids.isId(id)) {
            throw new IllegalArgumentException(
                    "Expected the id of a dead letter, 'milliseconds-sequence', got: '" + id + "'");
        }
        return id;
    }
}
