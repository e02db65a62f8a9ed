package io.relaymq.benchmarks;

import io.relaymq.benchmarks.growth.BacklogGrowth;
import io.relaymq.benchmarks.growth.ConsumerGrowth;
import io.relaymq.benchmarks.growth.Growth;
import io.relaymq.benchmarks.growth.ListenerGrowth;
import io.relaymq.benchmarks.growth.MemoryGrowth;
import io.relaymq.benchmarks.growth.PatternGrowth;
import io.relaymq.benchmarks.growth.PayloadGrowth;
import io.relaymq.benchmarks.growth.SubscriptionGrowth;
import io.relaymq.benchmarks.report.Page;
import io.relaymq.benchmarks.report.Series;
import io.relaymq.benchmarks.run.Settings;
import io.relaymq.benchmarks.server.Processors;
import java.util.List;

/** Tables and charts: how costs change as the work grows. */
public final class GrowthOfCosts {

    private static final List<Growth> ALL = List.of(
            new SubscriptionGrowth(false),
            new SubscriptionGrowth(true),
            new PatternGrowth(),
            new ListenerGrowth(),
            new BacklogGrowth(),
            new PayloadGrowth(),
            new ConsumerGrowth(),
            new MemoryGrowth());

    private GrowthOfCosts() {}

    public static void main(String[] arguments) throws Exception {
        Settings settings = Settings.of(arguments);
        Processors.pinClient();
        List<String> names =
                settings.names("steps", ALL.stream().map(Growth::name).toList());
        for (Growth growth : ALL) {
            if (names.contains(growth.name())) {
                write(settings, growth.name(), growth.measure(settings.quick()));
            }
        }
        System.exit(0); // clients leave threads behind
    }

    private static void write(Settings settings, String name, Series series) {
        Page page = settings.page();
        page.attach(name + ".csv", series.csv());
        page.attach(name + ".svg", series.svg());
        settings.write("growth-" + name, "![" + name + "](figures/" + name + ".svg)\n\n" + series.markdown());
    }
}
