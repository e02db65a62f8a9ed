package io.relaymq.internal.consume;

import io.relaymq.BroadcastWorker.State;
import io.relaymq.internal.store.Kept;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker is doing. It begins as joining, is running while its beats are answered, and once it closes only closed comes
 * after; paused is told beside that. Changes are made under the signal's lock.
 */
final class WorkerState {

    private static final Logger log = LoggerFactory.getLogger(WorkerState.class);

    private final String name;
    private final Signal signal;

    private volatile State state = State.JOINING;
    private volatile boolean paused;
    private volatile boolean pausedEverywhere;
    private volatile boolean everJoined;
    private volatile @Nullable String problem;

    /** @param name of the subscription, as it is to be logged */
    WorkerState(String name, Signal signal) {
        this.name = name;
        this.signal = signal;
    }

    State now() {
        return state == State.RUNNING && isPaused() ? State.PAUSED : state;
    }

    boolean isPaused() {
        return paused || pausedEverywhere;
    }

    boolean isReady() {
        return everJoined && state != State.JOINING;
    }

    /** Whether deliveries may be fetched. */
    boolean mayFetch() {
        return now() == State.RUNNING;
    }

    /** Whether handlers may start. */
    boolean mayStart() {
        return !isPaused() && !isClosing();
    }

    private boolean isClosing() {
        return state == State.CLOSING || state == State.CLOSED;
    }

    /** Why it receives nothing. */
    @Nullable
    String problem() {
        return problem;
    }

    /** It has joined. Returns whether it had before. */
    boolean joined() {
        return signal.locked(() -> {
            boolean before = everJoined;
            everJoined = true;
            return before;
        });
    }

    /** A beat was answered. Returns whether by that the subscription is paused. */
    boolean beaten(Kept reply) {
        boolean pausing = reply.paused() && !pausedEverywhere;
        boolean recovered = signal.locked(() -> {
            boolean was = problem != null;
            problem = null;
            pausedEverywhere = reply.paused();
            if (state == State.JOINING) {
                state = State.RUNNING;
            }
            return was;
        });
        if (recovered) {
            log.info("{} is received again", name);
        }
        return pausing;
    }

    void hindered(String why) {
        boolean first = signal.locked(() -> {
            boolean none = problem == null && !isClosing();
            problem = why;
            return none;
        });
        doubt();
        if (first) {
            log.warn("{} is not received, will keep trying: {}", name, why);
        }
    }

    /** Nothing is fetched until a beat is answered. */
    void doubt() {
        signal.locked(() -> {
            if (state == State.RUNNING) {
                state = State.JOINING;
            }
        });
    }

    void pause(boolean here) {
        signal.locked(() -> paused = here);
    }

    /** It begins to close. False if it had before. */
    boolean closing() {
        return signal.locked(() -> {
            boolean open = !isClosing();
            state = open ? State.CLOSING : state;
            return open;
        });
    }

    /** It is closed. False if it was before. */
    boolean closed() {
        return signal.locked(() -> {
            boolean last = state == State.CLOSING;
            state = State.CLOSED;
            return last;
        });
    }
}
