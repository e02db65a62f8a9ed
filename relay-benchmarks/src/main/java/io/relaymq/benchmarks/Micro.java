package io.relaymq.benchmarks;

import io.relaymq.benchmarks.matching.JmhTables;
import io.relaymq.benchmarks.run.Settings;
import java.util.Collection;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Tables: JMH on matching and on codecs, with what each operation allocates. */
public final class Micro {

    private Micro() {}

    public static void main(String[] arguments) throws RunnerException {
        Settings settings = Settings.of(arguments);
        Collection<RunResult> results = new Runner(options(settings.quick()).build()).run();
        settings.write("matching", JmhTables.matching(results));
        settings.write("codec", JmhTables.codec(results));
    }

    private static ChainedOptionsBuilder options(boolean quick) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("io\\.relaymq\\.benchmarks\\.matching\\..*")
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .jvmArgs("-Xms4g", "-Xmx4g", "-XX:+UseParallelGC")
                .forks(1);
        return quick ? quick(options) : full(options);
    }

    private static ChainedOptionsBuilder full(ChainedOptionsBuilder options) {
        return options.warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(1));
    }

    private static ChainedOptionsBuilder quick(ChainedOptionsBuilder options) {
        return options.param("patterns", "10", "1000", "100000")
                .warmupIterations(2)
                .warmupTime(TimeValue.milliseconds(300))
                .measurementIterations(2)
                .measurementTime(TimeValue.milliseconds(300));
    }
}
