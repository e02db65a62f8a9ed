package io.relaymq.benchmarks.server;

import io.relaymq.embedded.FreePort;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** {@code rabbitmq-server} with a port mapper of its own. Needs the layout of Debian's package. */
public final class RabbitServer implements Server {

    private static final Path PROGRAM = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");

    private final int port = FreePort.next();
    private final ChildProcess mapper;
    private final ChildProcess process;

    private RabbitServer() {
        String mapperPort = Integer.toString(FreePort.next());
        String epmd = Commands.find("epmd").orElseThrow().toString();
        mapper = ChildProcess.start(
                ChildProcess.newDirectory(), Map.of(), List.of(epmd, "-address", "127.0.0.1", "-port", mapperPort));
        Path directory = ChildProcess.newDirectory();
        process = ChildProcess.start(directory, environment(directory, mapperPort), List.of(PROGRAM.toString()));
        process.awaitPort(port);
        process.family().forEach(member -> Processors.pinServer(member.pid()));
    }

    private Map<String, String> environment(Path directory, String mapperPort) {
        Path settings = write(directory.resolve("server.conf"), "listeners.tcp.1 = 127.0.0.1:" + port + "\n");
        Path plugins = write(directory.resolve("plugins"), "[].\n");
        String schedulers = Processors.arePinned() ? "+S 1:1 " : "";
        return Map.ofEntries(
                Map.entry("RABBITMQ_NODENAME", "bench" + port + "@localhost"),
                Map.entry("RABBITMQ_CONFIG_FILE", settings.toString().replace(".conf", "")),
                Map.entry("RABBITMQ_MNESIA_BASE", directory.resolve("data").toString()),
                Map.entry("RABBITMQ_LOG_BASE", directory.resolve("log").toString()),
                Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", plugins.toString()),
                Map.entry("RABBITMQ_DIST_PORT", Integer.toString(FreePort.next())),
                Map.entry("ERL_EPMD_PORT", mapperPort),
                Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                Map.entry(
                        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
                        schedulers + "+sbwt none -kernel inet_dist_use_interface {127,0,0,1}"),
                Map.entry("HOME", directory.toString()));
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether there is one on this machine. */
    public static boolean isInstalled() {
        return PROGRAM.toFile().canExecute() && Commands.find("epmd").isPresent();
    }

    /** Starts it; this takes seconds. */
    public static RabbitServer start() {
        return new RabbitServer();
    }

    @Override
    public String version() {
        String[] installed = Objects.requireNonNullElse(new File("/usr/lib/rabbitmq/lib").list(), new String[0]);
        return Stream.of(installed)
                .filter(name -> name.startsWith("rabbitmq_server-"))
                .map(name -> name.replace("rabbitmq_server-", "RabbitMQ "))
                .findFirst()
                .orElse("RabbitMQ");
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public Usage usage() {
        SocketBytes bytes = SocketBytes.of(port);
        double cpu = process.family()
                .mapToDouble(member -> ProcessStat.cpuSeconds(member.pid()))
                .sum();
        double memory = process.family()
                .mapToDouble(member -> ProcessStat.memory(member.pid()))
                .sum();
        return new Usage(cpu, bytes.received(), bytes.sent(), memory);
    }

    @Override
    public void close() {
        process.close();
        mapper.close();
    }
}
