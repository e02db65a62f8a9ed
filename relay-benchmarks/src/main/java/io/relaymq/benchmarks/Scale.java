package io.relaymq.benchmarks;

import io.relaymq.benchmarks.report.Spread;
import io.relaymq.benchmarks.report.Table;
import io.relaymq.benchmarks.run.Settings;
import io.relaymq.benchmarks.scale.Cluster;
import io.relaymq.benchmarks.scale.Costs;
import io.relaymq.benchmarks.scale.Simulation;
import java.util.List;

/** Tables: what one server carries, and what a cluster does, worked out from the costs of one. Nothing is measured here. */
public final class Scale {

    private static final List<Integer> MATCHES = List.of(1, 4, 16);
    private static final List<Integer> PRIMARIES = List.of(1, 2, 4, 8, 16);
    private static final List<Integer> BROADCASTS = List.of(1, 4, 16, 64, 256, 1_024);
    private static final double BUSY = 0.7;
    private static final long SEED = 42;

    private Scale() {}

    public static void main(String[] arguments) {
        Settings settings = Settings.of(arguments);
        Costs costs = Costs.of(settings.costs());
        settings.write("scale-one", one(costs, settings.quick() ? 10_000 : 1_000_000));
        settings.write("scale-cluster", cluster(0) + "\n" + cluster(1));
    }

    private static String one(Costs costs, int publishes) {
        Table table = new Table(
                "One primary, at " + costs.publish() + " µs a publish, " + costs.copy() + " µs a further copy, "
                        + costs.delivery() + " µs a delivery",
                "subscriptions that match",
                "µs / message",
                "messages/s when busy all the time",
                "messages/s when busy 70 %",
                "deliveries/s when busy 70 %",
                "p50, p99 µs of a publish at 50 %",
                "at 70 %",
                "at 90 %");
        for (int matches : MATCHES) {
            table.add(
                    Integer.toString(matches),
                    Spread.text(costs.message(matches), 1),
                    Spread.text(costs.rate(matches, 1), 0),
                    Spread.text(costs.rate(matches, BUSY), 0),
                    Spread.text(costs.rate(matches, BUSY) * matches, 0),
                    delays(costs, matches, 0.5, publishes),
                    delays(costs, matches, BUSY, publishes),
                    delays(costs, matches, 0.9, publishes));
        }
        return table.markdown();
    }

    private static String delays(Costs costs, int matches, double busy, int publishes) {
        Simulation simulation = new Simulation(costs, matches, busy, publishes, SEED);
        return Spread.text(simulation.percentile(50), 0) + ", " + Spread.text(simulation.percentile(99), 0);
    }

    private static String cluster(double skew) {
        String load = skew == 0 ? "all equally busy" : "the n-th with 1 / n of the messages of the first";
        Table table = new Table(
                "How many times the messages of one primary a cluster carries; broadcasts: " + load,
                "broadcasts",
                "1 primary",
                "2",
                "4",
                "8",
                "16");
        for (int broadcasts : BROADCASTS) {
            String[] cells = new String[PRIMARIES.size() + 1];
            cells[0] = Spread.text(broadcasts, 0);
            for (int i = 0; i < PRIMARIES.size(); i++) {
                cells[i + 1] = Spread.text(new Cluster(PRIMARIES.get(i), broadcasts, skew).gain(), 1);
            }
            table.add(cells);
        }
        return table.markdown();
    }
}
