package io.relaymq.benchmarks.edge;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Watches when the server lets go of clients that never read. */
final class SilenceWatch implements AutoCloseable {

    static final long LOOK_MILLIS = 200;

    private final int serverPort;
    private final Map<Integer, Stall> stalls = new HashMap<>(); // by the client's port; guarded by this
    private final Thread thread = new Thread(this::watch, "watch");
    private volatile boolean closed;

    /** What is known of one: when the kernel took the last byte for it, and when the server let go of it. */
    private record Stall(long queued, long since, long cut) {

        Stall seen(ServerSockets.@Nullable Row row, long now) {
            if (cut != 0) {
                return this;
            }
            if (row == null || !row.held()) {
                return new Stall(queued, since, now);
            }
            return row.queued() == queued ? this : new Stall(row.queued(), now, 0);
        }
    }

    SilenceWatch(int serverPort, List<Integer> clientPorts) {
        this.serverPort = serverPort;
        clientPorts.forEach(port -> stalls.put(port, new Stall(-1, System.nanoTime(), 0)));
        thread.setDaemon(true);
        thread.start();
    }

    /** How many are held still. */
    synchronized int held() {
        return (int) stalls.values().stream().filter(one -> one.cut() == 0).count();
    }

    /** Seconds from the last byte that was taken for one until the server let go of it: the longest. */
    synchronized double longestSeconds() {
        return stalls.values().stream()
                .filter(one -> one.cut() != 0)
                .mapToDouble(one -> (one.cut() - one.since()) / 1e9)
                .max()
                .orElse(Double.NaN);
    }

    private void watch() {
        try {
            while (!closed) {
                look(ServerSockets.of(serverPort));
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        } catch (IOException e) {
            e.printStackTrace();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void look(Map<Integer, ServerSockets.Row> rows) {
        long now = System.nanoTime();
        stalls.replaceAll((port, stall) -> stall.seen(rows.get(port), now));
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
