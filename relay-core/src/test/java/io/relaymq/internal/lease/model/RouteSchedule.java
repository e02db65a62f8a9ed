package io.relaymq.internal.lease.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Clients route by their own table as long as its generation is the datastore's. A publish is wrong if it reaches other
 * subscriptions than the routes of that moment say.
 */
final class RouteSchedule {

    private record Table(String generation, Map<String, String> routes) {

        Table copy() {
            return new Table(generation, new HashMap<>(routes));
        }
    }

    private static final class Client {
        Table table = new Table("none", Map.of());
        Map<String, String> fetched;
    }

    private final Chance chance;
    private final boolean random;
    private final boolean oneCall;
    private final List<Client> clients = List.of(new Client(), new Client(), new Client());
    private Table stored;
    private Table replica;
    private int wrong;

    private RouteSchedule(long seed, boolean random, boolean oneCall) {
        this.chance = new Chance(seed);
        this.random = random;
        this.oneCall = oneCall;
        this.stored = new Table(random ? chance.nonce() : "0", new HashMap<>());
    }

    /** @return how many publishes were wrong */
    static int run(long seed, boolean randomGeneration, boolean readInOneCall) {
        RouteSchedule schedule = new RouteSchedule(seed, randomGeneration, readInOneCall);
        for (int i = 0; i < 120; i++) {
            schedule.step(schedule.chance.below(100));
        }
        return schedule.wrong;
    }

    private void step(int percent) {
        if (percent < 10) {
            change(() -> stored.routes().put(chance.one("A", "B", "C", "D"), chance.one("x", "y", "z")));
        } else if (percent < 15 && !stored.routes().isEmpty()) {
            change(() -> stored.routes()
                    .remove(chance.one(
                            new ArrayList<>(new TreeSet<>(stored.routes().keySet())))));
        } else if (percent < 17) {
            stored = new Table(random ? chance.nonce() : "0", new HashMap<>()); // everything was flushed
        } else if (percent < 21) {
            replica = stored.copy();
        } else if (percent < 25 && replica != null) {
            stored = replica.copy();
        } else if (percent < 45) {
            refresh(chance.one(clients));
        } else {
            publish(chance.one(clients), chance.one("x", "y", "z"));
        }
    }

    private void change(Runnable change) {
        change.run();
        String next = random ? chance.nonce() : Integer.toString(Integer.parseInt(stored.generation()) + 1);
        stored = new Table(next, stored.routes());
    }

    private void refresh(Client client) {
        if (oneCall) {
            client.table = stored.copy();
        } else if (client.fetched == null) {
            client.fetched = new HashMap<>(stored.routes());
        } else {
            client.table = new Table(stored.generation(), client.fetched);
            client.fetched = null;
        }
    }

    private void publish(Client client, String subject) {
        boolean current = client.table.generation().equals(stored.generation());
        Table used = current ? client.table : stored;
        if (!wanting(used, subject).equals(wanting(stored, subject))) {
            wrong++;
        }
        if (!current && oneCall) {
            client.table = stored.copy();
        }
    }

    private static Set<String> wanting(Table table, String subject) {
        return table.routes().entrySet().stream()
                .filter(route -> route.getValue().equals(subject))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
