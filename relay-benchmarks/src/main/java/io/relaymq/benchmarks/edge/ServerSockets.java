package io.relaymq.benchmarks.edge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The connections of a port, seen by the kernel from the server's end. */
final class ServerSockets {

    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final int HEXADECIMAL = 16;
    private static final String ESTABLISHED = "01";

    /**
     * One of them.
     *
     * @param held whether the server has it still
     * @param queued bytes that the client has not taken
     */
    record Row(boolean held, long queued) {}

    private ServerSockets() {}

    /** By the port of the client. */
    static Map<Integer, Row> of(int serverPort) throws IOException {
        Map<Integer, Row> rows = new HashMap<>();
        for (Path table : TABLES) {
            for (String line : lines(table)) {
                String[] fields = line.strip().split("\\s+"); // number, local, remote, state, queues
                if (port(fields[1]) == serverPort) {
                    long queued = Long.parseLong(fields[4].substring(0, fields[4].indexOf(':')), HEXADECIMAL);
                    rows.put(port(fields[2]), new Row(fields[3].equals(ESTABLISHED), queued));
                }
            }
        }
        return rows;
    }

    private static List<String> lines(Path table) throws IOException {
        try {
            List<String> lines = Files.readAllLines(table);
            return lines.subList(1, lines.size());
        } catch (NoSuchFileException e) {
            return List.of(); // no IPv6, or another system
        }
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), HEXADECIMAL);
    }
}
