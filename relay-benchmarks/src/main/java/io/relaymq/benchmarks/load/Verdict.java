package io.relaymq.benchmarks.load;

import java.util.List;

/**
 * Whether what was published is what was received.
 *
 * @param lost messages that a subscription wanted and did not get
 * @param strange messages that a subscription got and did not want
 * @param repeated messages that a subscription got again
 * @param disordered messages that came after a later one
 */
public record Verdict(long lost, long strange, long repeated, long disordered) {

    static Verdict sum(List<Verdict> verdicts) {
        return verdicts.stream()
                .reduce(
                        new Verdict(0, 0, 0, 0),
                        (a, b) -> new Verdict(
                                a.lost + b.lost,
                                a.strange + b.strange,
                                a.repeated + b.repeated,
                                a.disordered + b.disordered));
    }

    /** Whether the figures of the run mean nothing. */
    public boolean isVoid() {
        return lost != 0 || strange != 0;
    }

    @Override
    public String toString() {
        return "lost " + lost + ", strange " + strange + ", repeated " + repeated + ", out of order " + disordered;
    }
}
