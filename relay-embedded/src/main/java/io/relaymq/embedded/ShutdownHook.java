package io.relaymq.embedded;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One hook for all servers of this JVM: whoever forgets to close one leaves no process behind. */
final class ShutdownHook {

    private static final Set<Runnable> ACTIONS = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ACTIONS.forEach(Runnable::run), "relay-redis-shutdown"));
    }

    private ShutdownHook() {}

    static void add(Runnable action) {
        ACTIONS.add(action);
    }

    static void remove(Runnable action) {
        ACTIONS.remove(action);
    }
}
