package io.relaymq.spring;

import io.relaymq.RelayException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a listener of batches that got as far as one of the list: those before it are settled, for that one the attempt
 * counts as failed with the cause (retried or a dead letter, as always), and those after it are given back without an attempt and
 * come again half a second later. Any other exception counts a failed attempt for every one of the batch.
 */
public final class BatchListenerFailedException extends RelayException {

    private static final long serialVersionUID = 1L;

    private final int index;
    private final transient @Nullable Object item;

    /**
     * @param cause what went wrong
     * @param index which one of the list it was, from 0
     */
    public BatchListenerFailedException(String message, @Nullable Throwable cause, int index) {
        super(message, cause);
        this.index = index;
        this.item = null;
    }

    /**
     * @param cause what went wrong
     * @param item the element of the list; the same object, or if there is none an equal one
     */
    public BatchListenerFailedException(String message, @Nullable Throwable cause, Object item) {
        super(message, cause);
        this.index = -1;
        this.item = Objects.requireNonNull(item, "item");
    }

    /** Its place among those; -1 if it is not there. */
    int indexIn(List<?> items) {
        if (item == null) {
            return index < items.size() ? index : -1;
        }
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) == item) {
                return i;
            }
        }
        return items.indexOf(item);
    }
}
