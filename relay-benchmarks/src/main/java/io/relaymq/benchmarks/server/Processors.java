package io.relaymq.benchmarks.server;

/** Who runs where. With {@code -Dpin=true} servers have the first processor and clients the second, as if on two machines. */
public final class Processors {

    private static final boolean PINNED = Boolean.getBoolean("pin");

    private Processors() {}

    /** Whether servers and clients have a processor each. */
    public static boolean arePinned() {
        return PINNED;
    }

    /** Gives this process the second processor. */
    public static void pinClient() {
        pin(ProcessHandle.current().pid(), "1");
    }

    static void pinServer(long pid) {
        pin(pid, "0");
    }

    private static void pin(long pid, String processor) {
        if (PINNED) {
            String output = Commands.output("taskset", "-a", "-p", "-c", processor, Long.toString(pid));
            if (!output.contains("new affinity")) {
                throw new IllegalStateException("Cannot pin process " + pid + ": taskset says '" + output + "'");
            }
        }
    }
}
