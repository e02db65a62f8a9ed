package io.relaymq.internal.redis;

/** Threads of the connections: named, and no reason for a process to stay alive. */
final class Threads {

    private Threads() {}

    static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
