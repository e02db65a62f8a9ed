package io.relaymq.benchmarks.server;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.relaymq.embedded.AppendFsync;
import io.relaymq.embedded.RedisProcess;
import io.relaymq.embedded.RedisProcessBuilder;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Redis or Valkey; tells what it used by {@code INFO}. */
public final class RedisServer implements Server {

    private final RedisProcess process;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> control;

    private RedisServer(RedisProcess process) {
        this.process = process;
        this.client = RedisClient.create(process.uri());
        this.control = client.connect();
        Processors.pinServer(process.pid());
    }

    /** Starts one: memory only, or with an append-only file synchronised every second. */
    public static RedisServer start(Durability durability) {
        RedisProcessBuilder builder = RedisProcess.builder();
        if (durability == Durability.FILE) {
            builder.appendOnly(AppendFsync.EVERYSEC);
        }
        return new RedisServer(builder.start());
    }

    /** For clients. */
    public String uri() {
        return process.uri();
    }

    /** A connection of the harness's own. */
    public StatefulRedisConnection<String, String> control() {
        return control;
    }

    @Override
    public String version() {
        return "Redis " + process.version();
    }

    @Override
    public int port() {
        return process.port();
    }

    @Override
    public Usage usage() {
        String info = control.sync().info("everything");
        return new Usage(
                value(info, "used_cpu_user") + value(info, "used_cpu_sys"),
                value(info, "total_net_input_bytes"),
                value(info, "total_net_output_bytes"),
                value(info, "used_memory"));
    }

    private static double value(String info, String name) {
        Matcher matcher =
                Pattern.compile("^" + name + ":([0-9.]+)", Pattern.MULTILINE).matcher(info);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
    }

    @Override
    public void close() {
        control.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        process.close();
    }
}
