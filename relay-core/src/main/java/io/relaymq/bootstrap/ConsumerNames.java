package io.relaymq.bootstrap;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

/** Names of consumers, {@code host-process-random-n}: readable, and never used twice by any process. */
final class ConsumerNames {

    private final String process;
    private final AtomicInteger made = new AtomicInteger();

    ConsumerNames() {
        String random = HexFormat.of().toHexDigits(new SecureRandom().nextInt());
        this.process = host() + "-" + ProcessHandle.current().pid() + "-" + random;
    }

    /** What is common to all of them. */
    String process() {
        return process;
    }

    String next() {
        return process + "-" + made.incrementAndGet();
    }

    private static String host() {
        try {
            String name = InetAddress.getLocalHost().getHostName();
            return name.replaceAll("[^A-Za-z0-9_.-]", "_");
        } catch (UnknownHostException e) {
            return "host";
        }
    }
}
