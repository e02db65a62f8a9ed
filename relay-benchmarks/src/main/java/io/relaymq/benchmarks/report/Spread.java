package io.relaymq.benchmarks.report;

import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The same figure of several runs. */
public record Spread(double median, double min, double max) {

    /** Of at least one run. */
    public static <T> Spread of(Collection<T> runs, ToDoubleFunction<T> figure) {
        double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** The median with the least and the most, without decimals. */
    public String whole() {
        String all = text(median, 0);
        return min == max ? all : all + " (" + text(min, 0) + "–" + text(max, 0) + ")";
    }

    /** The median, with so many decimals. */
    public String middle(int decimals) {
        return text(median, decimals);
    }

    /** A number as tables show it; {@code –} if it is none. */
    public static String text(double number, int decimals) {
        return Double.isNaN(number) ? "–" : String.format(Locale.ROOT, "%,." + decimals + "f", number);
    }
}
