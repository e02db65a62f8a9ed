package io.relaymq.functional;

import io.relaymq.Delivery;
import io.relaymq.MessageHandler;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** A handler that keeps what it is given, in the order of the calls. */
public final class Received implements MessageHandler {

    private final Queue<Delivery> deliveries = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public void handle(Delivery delivery) {
        deliveries.add(delivery);
        count.incrementAndGet();
    }

    public int count() {
        return count.get();
    }

    public List<Delivery> deliveries() {
        return List.copyOf(deliveries);
    }

    public List<String> ids() {
        return deliveries.stream().map(Delivery::id).toList();
    }

    public List<String> payloads() {
        return deliveries.stream().map(one -> one.payload(String.class)).toList();
    }

    /** How often each message came, by id. */
    public Map<String, Long> timesById() {
        return deliveries.stream().collect(Collectors.groupingBy(Delivery::id, Collectors.counting()));
    }
}
