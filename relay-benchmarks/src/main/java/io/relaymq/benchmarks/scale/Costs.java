package io.relaymq.benchmarks.scale;

import java.util.List;

/**
 * What a message costs Redis, in microseconds of its one thread.
 *
 * @param publish with one subscription that matches
 * @param copy for each further subscription that matches
 * @param delivery read and settled, for each copy
 */
public record Costs(double publish, double copy, double delivery) {

    /** Of three numbers. */
    public static Costs of(List<Double> numbers) {
        if (numbers.size() != 3 || numbers.stream().anyMatch(number -> !(number > 0))) {
            throw new IllegalArgumentException("Expected publish,copy,delivery in microseconds, got: " + numbers);
        }
        return new Costs(numbers.get(0), numbers.get(1), numbers.get(2));
    }

    /** The publish alone. */
    public double published(int matches) {
        return publish + (matches - 1) * copy;
    }

    /** All of it. */
    public double message(int matches) {
        return published(matches) + matches * delivery;
    }

    /** How many messages a second fill this part of the server's time. */
    public double rate(int matches, double busy) {
        return busy * 1e6 / message(matches);
    }
}
