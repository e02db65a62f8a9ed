package io.relaymq.boot.autoconfigure.endpoint;

import io.relaymq.Broadcast;
import io.relaymq.DeadLetter;
import io.relaymq.DeadLetters;
import io.relaymq.Relay;
import io.relaymq.SubscriptionStatus;
import io.relaymq.Subscriptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Shows broadcasts, subscriptions, workers and dead letters, and, where {@code management.endpoint.relay.access} is
 * {@code unrestricted}, pauses, resumes and moves subscriptions and replays or discards dead letters.
 */
@WebEndpoint(id = "relay", defaultAccess = Access.READ_ONLY)
final class RelayEndpoint {

    private static final String DEAD_LETTERS = "dead-letters";
    private static final int DEFAULT_PAGE = 50;

    private final Relay relay;
    private final KnownBroadcasts broadcasts;
    private final Show showPayloads;

    RelayEndpoint(Relay relay, KnownBroadcasts broadcasts, Show showPayloads) {
        this.relay = relay;
        this.broadcasts = broadcasts;
        this.showPayloads = showPayloads;
    }

    /** Without a question to Redis. */
    @ReadOperation
    Map<String, Object> overview() {
        Map<String, Object> overview = new LinkedHashMap<>();
        overview.put("connected", relay.isConnected());
        overview.put("broadcasts", broadcasts.names(relay));
        overview.put("workers", relay.workers().stream().map(Report::of).toList());
        return overview;
    }

    @ReadOperation
    WebEndpointResponse<Map<String, Object>> broadcast(@Selector String broadcast) {
        return Answers.to(() -> {
            Subscriptions subscriptions = broadcasts.get(relay, broadcast).subscriptions();
            List<Map<String, Object>> described = subscriptions.names().stream()
                    .map(subscriptions::describe)
                    .filter(Objects::nonNull)
                    .map(Report::of)
                    .toList();
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("broadcast", broadcast);
            answer.put("subscriptions", described);
            return answer;
        });
    }

    @ReadOperation
    WebEndpointResponse<Map<String, Object>> subscription(@Selector String broadcast, @Selector String subscription) {
        return Answers.to(() -> {
            Map<String, Object> answer = new LinkedHashMap<>(Report.of(describe(broadcast, subscription)));
            relay.workers().stream()
                    .filter(worker -> worker.broadcast().equals(broadcast))
                    .filter(worker -> worker.subscription().equals(subscription))
                    .findFirst()
                    .ifPresent(worker -> answer.put("worker", Report.of(worker)));
            return answer;
        });
    }

    @ReadOperation
    WebEndpointResponse<Map<String, Object>> deadLetters(
            SecurityContext security,
            @Selector String broadcast,
            @Selector String subscription,
            @Selector String part,
            @Nullable List<String> patterns,
            @Nullable String cause,
            @Nullable String from,
            @Nullable String until,
            @Nullable String after,
            @Nullable Integer limit) {
        return Answers.to(() -> {
            if (!part.equals(DEAD_LETTERS)) {
                throw new NotFoundException("A subscription has no '" + part + "', only '" + DEAD_LETTERS + "'");
            }
            LetterChoice choice = new LetterChoice(null, patterns, cause, from, until);
            describe(broadcast, subscription);
            DeadLetters letters =
                    broadcasts.get(relay, broadcast).subscriptions().deadLetters(subscription);
            List<DeadLetter> page = letters.page(choice.query(), after, limit == null ? DEFAULT_PAGE : limit);
            return page(letters.count(), page, showPayloads.isShown(security, List.of()));
        });
    }

    private static Map<String, Object> page(long total, List<DeadLetter> page, boolean full) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("total", total);
        answer.put(
                "deadLetters",
                page.stream().map(letter -> Report.of(letter, full)).toList());
        if (!page.isEmpty()) {
            answer.put("last", page.get(page.size() - 1).id());
        }
        return answer;
    }

    @WriteOperation
    WebEndpointResponse<Map<String, Object>> command(
            @Selector String broadcast,
            @Selector String subscription,
            @Selector String command,
            @Nullable String to,
            @Nullable Boolean dryRun,
            @Nullable String id,
            @Nullable List<String> patterns,
            @Nullable String cause,
            @Nullable String from,
            @Nullable String until,
            @Nullable Boolean all,
            @Nullable Integer perSecond) {
        return Answers.to(() -> {
            Broadcast known = broadcasts.get(relay, broadcast);
            Commands commands = new Commands(known.subscriptions(), subscription);
            LetterChoice choice = new LetterChoice(id, patterns, cause, from, until);
            return switch (command) {
                case "pause" -> commands.pause(true);
                case "resume" -> commands.pause(false);
                case "seek" -> commands.seek(to, Boolean.TRUE.equals(dryRun));
                case "replay" -> commands.replay(choice, Boolean.TRUE.equals(all), perSecond == null ? 0 : perSecond);
                case "discard" -> commands.discard(choice, Boolean.TRUE.equals(all));
                default ->
                    throw new NotFoundException(
                            "There is no command '" + command + "', only pause, resume, seek, replay and discard");
            };
        });
    }

    private SubscriptionStatus describe(String broadcast, String subscription) {
        SubscriptionStatus status =
                broadcasts.get(relay, broadcast).subscriptions().describe(subscription);
        if (status == null) {
            throw new NotFoundException("Broadcast '" + broadcast + "' has no subscription '" + subscription + "'");
        }
        return status;
    }
}
