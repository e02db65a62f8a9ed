package io.relaymq.benchmarks.edge;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.relaymq.benchmarks.load.Work;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The program: an application with the edge. It says {@code ready} with its port, and answers each line with what it holds, {@code gc} after
 * a collection of garbage; it ends with its input.
 */
final class EdgeApplication {

    private EdgeApplication() {}

    /** Arguments: web server, port of Redis, milliseconds between heartbeats. */
    public static void main(String[] arguments) throws IOException {
        Map<String, Object> properties = new HashMap<>();
        properties.put("spring.main.banner-mode", "off");
        properties.put("spring.data.redis.host", "127.0.0.1");
        properties.put("spring.data.redis.port", arguments[1]);
        properties.put("server.address", "127.0.0.1");
        properties.put("server.port", "0");
        properties.put("logging.level.root", "warn");
        properties.put("logging.level.reactor.netty.channel", "error"); // it complains of each client that dies
        properties.put("relay.max-messages", Work.NO_CAP);
        properties.put("relay.http.enabled", "true");
        properties.put("relay.http.broadcasts", "*");
        properties.put("relay.http.heartbeat", arguments[2] + "ms");
        try (ConfigurableApplicationContext context =
                WebServer.valueOf(arguments[0]).start(properties)) {
            MeterRegistry meters = new SimpleMeterRegistry();
            context.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(meters));
            System.out.println("ready " + context.getEnvironment().getProperty("local.server.port"));
            answer(meters);
        }
    }

    private static void answer(MeterRegistry meters) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.equals("gc")) {
                System.gc();
            }
            System.out.println(
                    "reading " + Reading.ofThisProcess(streams(meters)).text());
        }
    }

    private static int streams(MeterRegistry meters) {
        return (int) meters.find("relay.http.streams").gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }
}
