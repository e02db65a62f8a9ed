package io.relaymq.embedded;

import io.relaymq.embedded.Readiness.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Starts one server and returns when it answers; everything that it needs for that is fixed. */
record Launcher(RedisBinary binary, List<String> prefix, String config, String host, int port) {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    Process launch(WorkDirectory directory) {
        long start = directory.outputSize();
        Process child = spawn(directory);
        boolean answered = Await.until(LIMIT, () -> !child.isAlive() || ask(child) != Answer.NOT_YET);
        Answer answer = ask(child);
        if (answered && child.isAlive() && answer == Answer.READY) {
            return child;
        }
        child.destroyForcibly();
        throw failed(directory.outputTail(start), answered, answer);
    }

    private Process spawn(WorkDirectory directory) {
        try {
            Path file = directory.writeConfig(config);
            return new ProcessBuilder(command(file))
                    .directory(directory.path().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(directory.output().toFile()))
                    .start();
        } catch (IOException e) {
            throw new RedisStartException("Cannot start " + this + ": " + e.getMessage(), e);
        }
    }

    private List<String> command(Path configFile) {
        return Stream.concat(prefix.stream(), Stream.of(binary.path().toString(), configFile.toString()))
                .toList();
    }

    private Answer ask(Process child) {
        return Readiness.ask(host, port, child.pid());
    }

    private RedisStartException failed(String output, boolean answered, Answer answer) {
        if (answer == Answer.STRANGER || output.contains("Address already in use")) {
            return RedisStartException.portTaken("Cannot start " + this + ": the port is already taken."
                    + " End what listens there, or use port 0 for a free one. It printed:\n" + output);
        }
        String why = answered ? "it ended" : "it did not answer within " + LIMIT.toSeconds() + "s";
        return new RedisStartException("Cannot start " + this + ": " + why + ". It printed:\n" + output);
    }

    @Override
    public String toString() {
        return binary.description() + " on " + host + ":" + port;
    }
}
