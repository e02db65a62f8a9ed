package io.relaymq.internal.redis;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks, once for each connection, whether the server is set to forget messages. Where INFO is forbidden nothing is known. */
final class ServerSettings {

    private static final Logger log = LoggerFactory.getLogger(ServerSettings.class);
    private static final String POLICY = "maxmemory_policy:";

    private volatile List<String> warnings = List.of();

    List<String> warnings() {
        return warnings;
    }

    void read(Session session) {
        session.send(redis -> redis.info("memory")).whenComplete((info, failure) -> {
            if (failure == null) {
                note(of(info));
            }
        });
    }

    private void note(List<String> found) {
        if (!found.equals(warnings)) {
            found.forEach(log::warn);
        }
        warnings = found;
    }

    /** What the text of INFO memory says against keeping messages. */
    static List<String> of(String info) {
        String policy = info.lines()
                .filter(line -> line.startsWith(POLICY))
                .map(line -> line.substring(POLICY.length()).strip())
                .findFirst()
                .orElse("noeviction");
        if (policy.equals("noeviction")) {
            return List.of();
        }
        String what = policy.startsWith("volatile-")
                ? "under memory pressure it forgets idempotency keys, and repeated publishes are stored twice"
                : "under memory pressure it deletes whole inboxes and logs, and messages are lost without a trace";
        return List.of("Redis has maxmemory-policy " + policy + ": " + what + ". Set it to noeviction");
    }
}
