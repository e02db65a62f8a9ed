package io.relaymq.benchmarks;

import io.relaymq.benchmarks.report.Spread;
import io.relaymq.benchmarks.report.Table;
import io.relaymq.benchmarks.run.Length;
import io.relaymq.benchmarks.run.Operation;
import io.relaymq.benchmarks.run.Phase;
import io.relaymq.benchmarks.run.Repeats;
import io.relaymq.benchmarks.run.Settings;
import io.relaymq.benchmarks.server.Durability;
import io.relaymq.benchmarks.server.Processors;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Table: what single operations cost Redis, beside a bare XADD in the same run. */
public final class Operations {

    private static final Length FULL = new Length(0, 0, 5);
    private static final Length QUICK = new Length(0, 0, 1);

    private Operations() {}

    public static void main(String[] arguments) {
        Settings settings = Settings.of(arguments);
        Processors.pinClient();
        int messages = settings.quick() ? 20_000 : 200_000;
        for (Durability durability : settings.durabilities()) {
            Map<Operation, List<Phase>> results = Repeats.of(
                    settings.length(FULL, QUICK).repeats(),
                    List.of(Operation.values()),
                    operation -> operation.measure(durability, messages));
            String name = durability.name().toLowerCase(Locale.ROOT);
            settings.write("operations-" + name, table(name, messages, results));
        }
        System.exit(0); // clients leave threads behind
    }

    private static String table(String durability, int messages, Map<Operation, List<Phase>> results) {
        Table table = new Table(
                "What operations cost Redis, 256 bytes, " + durability,
                "operation",
                "messages/s",
                "Redis µs / message",
                "× a bare XADD");
        results.forEach((operation, phases) -> {
            if (!phases.isEmpty()) {
                int counted = operation.of(messages);
                double micros = micros(phases, counted);
                double bare = micros(results.getOrDefault(operation.bare(), List.of()), counted);
                table.add(
                        operation.label(),
                        Spread.of(phases, phase -> phase.perSecond(counted)).whole(),
                        Spread.text(micros, 2),
                        Spread.text(micros / bare, 2));
            }
        });
        return table.markdown();
    }

    private static double micros(List<Phase> phases, int messages) {
        return phases.isEmpty()
                ? Double.NaN
                : Spread.of(phases, phase -> phase.micros(messages)).median();
    }
}
