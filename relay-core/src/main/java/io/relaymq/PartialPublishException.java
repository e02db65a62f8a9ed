package io.relaymq;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Some messages of a {@link Broadcast#publishAll} were stored, and others not, or perhaps not. It says of each which; the cause is
 * what went wrong first.
 */
public class PartialPublishException extends RelayException {

    /** What became of a message. */
    public enum Fate {
        /** It was stored, or scheduled; its result tells more. */
        STORED,
        /** It was refused, or not sent. It may be published again. */
        NOT_STORED,
        /** It was sent, and no answer came. It may be published again under its idempotency key. */
        UNKNOWN
    }

    /** What became of one message; the result is null unless it was stored. */
    public record Outcome(Fate fate, @Nullable PublishResult result) {}

    private final transient List<Outcome> outcomes;

    public PartialPublishException(String message, List<Outcome> outcomes, Throwable cause) {
        super(message, cause);
        this.outcomes = List.copyOf(outcomes);
    }

    /** One for each message, in their order. */
    public List<Outcome> outcomes() {
        return outcomes;
    }

    /** Which messages had that fate, by their place in the list, from 0. */
    public List<Integer> indexes(Fate fate) {
        return IntStream.range(0, outcomes.size())
                .filter(index -> outcomes.get(index).fate() == fate)
                .boxed()
                .toList();
    }
}
