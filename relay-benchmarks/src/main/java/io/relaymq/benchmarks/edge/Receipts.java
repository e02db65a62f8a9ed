package io.relaymq.benchmarks.edge;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * What all clients received, message by message.
 *
 * @param received by all, each message once for each client
 * @param missed by clients that stay, and before their end by those that die for good
 * @param missedByReturning by clients that die and return
 * @param twice given to one client more than once
 * @param disordered after one with a higher number
 * @param unwanted that did not match
 * @param cutOff clients that the server ended though they read
 */
public record Receipts(
        boolean isDurable,
        long received,
        long missed,
        long missedByReturning,
        long twice,
        long disordered,
        long unwanted,
        long cutOff) {

    static Receipts of(List<SseClient> clients, boolean isDurable, long published) {
        Predicate<SseClient> returns = client -> client.member().fate().returns();
        return new Receipts(
                isDurable,
                sum(clients, client -> true, SseClient::count),
                sum(clients, returns.negate(), client -> client.missed(published)),
                sum(clients, returns, client -> client.missed(published)),
                sum(clients, client -> true, SseClient::twice),
                sum(clients, client -> true, SseClient::disordered),
                sum(clients, client -> true, SseClient::unwanted),
                sum(clients, client -> true, SseClient::cutOff));
    }

    private static long sum(List<SseClient> clients, Predicate<SseClient> which, ToLongFunction<SseClient> figure) {
        return clients.stream().filter(which).mapToLong(figure).sum();
    }

    boolean isComplete() {
        return missed == 0 && missedByReturning == 0;
    }
}
