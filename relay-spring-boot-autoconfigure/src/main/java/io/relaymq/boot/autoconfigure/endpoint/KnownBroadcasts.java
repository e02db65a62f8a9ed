package io.relaymq.boot.autoconfigure.endpoint;

import io.relaymq.Broadcast;
import io.relaymq.Message;
import io.relaymq.Relay;
import io.relaymq.spring.RelayInstrumentation;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The broadcasts of this process: those it is configured with, and those it publishes or listens to. Nobody makes another one by
 * asking for it.
 */
final class KnownBroadcasts implements RelayInstrumentation {

    private final Set<String> names = ConcurrentHashMap.newKeySet();

    KnownBroadcasts(Collection<String> configured) {
        names.addAll(configured);
    }

    @Override
    public @Nullable Publishing publishing(String broadcast, Message message) {
        names.add(broadcast);
        return null;
    }

    Set<String> names(Relay relay) {
        Set<String> all = new TreeSet<>(names);
        relay.workers().forEach(worker -> all.add(worker.broadcast()));
        return all;
    }

    Broadcast get(Relay relay, String name) {
        if (!names(relay).contains(name)) {
            throw new NotFoundException("This process has no broadcast '" + name + "'; it has " + names(relay));
        }
        return relay.broadcast(name);
    }
}
