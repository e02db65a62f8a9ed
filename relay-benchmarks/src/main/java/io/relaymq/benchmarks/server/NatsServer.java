package io.relaymq.benchmarks.server;

import io.relaymq.embedded.FreePort;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code nats-server} with JetStream. */
public final class NatsServer implements Server {

    private final int port = FreePort.next();
    private final ChildProcess process;

    private NatsServer(String program) {
        Path directory = ChildProcess.newDirectory();
        Map<String, String> environment = Processors.arePinned() ? Map.of("GOMAXPROCS", "1") : Map.of();
        List<String> command =
                List.of(program, "-a", "127.0.0.1", "-p", Integer.toString(port), "-js", "-sd", directory.toString());
        process = ChildProcess.start(directory, environment, command);
        process.awaitPort(port);
        Processors.pinServer(pid());
    }

    /** Whether there is one on this machine. */
    public static boolean isInstalled() {
        return Commands.find("nats-server").isPresent();
    }

    /** Starts it. */
    public static NatsServer start() {
        return new NatsServer(Commands.find("nats-server").orElseThrow().toString());
    }

    private long pid() {
        return process.family().findFirst().orElseThrow().pid();
    }

    /** For clients. */
    public String uri() {
        return "nats://127.0.0.1:" + port;
    }

    @Override
    public String version() {
        return "NATS " + Commands.output("nats-server", "--version").replaceAll("[^0-9.]", "");
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public Usage usage() {
        SocketBytes bytes = SocketBytes.of(port);
        return new Usage(ProcessStat.cpuSeconds(pid()), bytes.received(), bytes.sent(), ProcessStat.memory(pid()));
    }

    @Override
    public void close() {
        process.close();
    }
}
