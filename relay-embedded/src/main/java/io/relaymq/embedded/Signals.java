package io.relaymq.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** SIGSTOP and SIGCONT, which Java does not offer, through the shell of Unix: its {@code kill} is built in. */
final class Signals {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Signals() {}

    /** Returns when the process no longer runs (where the system tells; otherwise when the signal is sent). */
    static void stop(Process process) {
        send(process, "STOP");
        Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
        if (Files.isReadable(stat) && !Await.until(LIMIT, () -> isStopped(stat))) {
            throw new IllegalStateException("Process " + process.pid() + " was sent SIGSTOP but still runs");
        }
    }

    static void cont(Process process) {
        send(process, "CONT");
    }

    private static void send(Process process, String signal) {
        String[] command = {"/bin/sh", "-c", "kill -" + signal + " " + process.pid()};
        try {
            Process kill = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!Await.until(LIMIT, () -> !kill.isAlive()) || kill.exitValue() != 0) {
                throw new IllegalStateException("'" + String.join(" ", command) + "' failed");
            }
        } catch (IOException e) {
            throw new IllegalStateException("'" + String.join(" ", command) + "' failed: no such command here", e);
        }
    }

    /** The state is the first letter after the name in parentheses; the name itself may hold anything. */
    private static boolean isStopped(Path stat) {
        try {
            String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
            return text.startsWith("T", text.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return true; // gone
        }
    }
}
