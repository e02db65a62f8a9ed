package io.relaymq.internal.redis;

import io.lettuce.core.UnblockType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Ends the waiting reads of the other consumers of a subscription with an error that nothing else gives, so that they look
 * for what is due. Whose read it is says the connection's name, asked for each time: an id that was kept could be somebody
 * else's by now. A server that forbids it leaves it to the beats.
 */
final class Nudge {

    /** What a read that was ended fails with. */
    private static final String ENDED = "UNBLOCKED client unblocked via CLIENT UNBLOCK";

    private static final Pattern WAITING =
            Pattern.compile("^id=(\\d+) .*\\bname=relay-reader-\\d+@(\\S+) .*\\bcmd=xreadgroup\\b", Pattern.MULTILINE);

    private final SharedLink link;

    Nudge(SharedLink link) {
        this.link = link;
    }

    /** The name of a process's reader. */
    static String readerName(int number, String process) {
        return "relay-reader-" + number + "@" + process;
    }

    /** Whether a read failed because of a nudge. */
    static boolean isReason(Throwable failure) {
        String message = failure.getMessage();
        return message != null && message.startsWith(ENDED);
    }

    /** Both questions go at once: the connection may be about to be closed. */
    CompletableFuture<Void> give(byte[] flight, String consumer) {
        CompletableFuture<List<byte[]>> consumers = link.send(redis -> redis.hkeys(flight));
        CompletableFuture<String> clients = link.send(redis -> redis.clientList());
        return consumers.thenCombine(clients, (names, list) -> {
            Set<String> processes = names.stream()
                    .map(name -> new String(name, StandardCharsets.UTF_8))
                    .filter(name -> !name.equals(consumer))
                    .map(Nudge::process)
                    .collect(Collectors.toSet());
            unblock(list, processes);
            return null;
        });
    }

    /** Consumers are named {@code process-n}. */
    private static String process(String consumer) {
        return consumer.substring(0, Math.max(0, consumer.lastIndexOf('-')));
    }

    private void unblock(String clients, Set<String> processes) {
        Matcher waiting = WAITING.matcher(clients);
        while (waiting.find()) {
            if (processes.contains(waiting.group(2))) {
                long id = Long.parseLong(waiting.group(1));
                var unused = link.send(redis -> redis.clientUnblock(id, UnblockType.ERROR));
            }
        }
    }
}
