package io.relaymq.boot.autoconfigure.http;

import io.relaymq.Message;
import io.relaymq.PublishResult;
import io.relaymq.spring.RelayOperations;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Mono;

/** Publishes one message of a caller, and says what became of it. */
final class Publishing {

    /** What is said of a message: a status, and the members of the answer. */
    record Answer(HttpStatus status, Map<String, Object> members) {}

    private final RelayOperations operations;
    private final Admission admission;
    private final PublishRate rate;

    Publishing(RelayOperations operations, Admission admission, PublishRate rate) {
        this.operations = operations;
        this.admission = admission;
        this.rate = rate;
    }

    /** Fails with whatever went wrong; {@link Problems} has the words for it. */
    Mono<Answer> publish(@Nullable Principal caller, String broadcast, byte[] body, @Nullable String keyOfHeader) {
        return Mono.defer(() -> {
            Message message = MessageReader.read(body, keyOfHeader);
            admission.requirePublish(caller, broadcast, message.subject());
            rate.enter();
            return Mono.fromFuture(operations.on(broadcast).publishAsync(message), true)
                    .map(Publishing::answer);
        });
    }

    private static Answer answer(PublishResult result) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", result.id());
        members.put("subject", result.subject());
        members.put("subscriptions", result.subscriptions());
        if (result.duplicate()) {
            members.put("duplicate", true);
        }
        if (result.dueAt() != null) {
            members.put("dueAt", result.dueAt().toEpochMilli());
        }
        return new Answer(result.duplicate() ? HttpStatus.OK : HttpStatus.CREATED, members);
    }
}
