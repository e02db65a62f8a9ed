package io.relaymq.samples.quakes;

import io.relaymq.PublishResult;
import io.relaymq.spring.RelayOperations;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Publishes one more. */
@RestController
class QuakesController {

    private final RelayOperations operations;

    QuakesController(RelayOperations operations) {
        this.operations = operations;
    }

    /** What a client sends; only the network is required. */
    record Report(
            @Nullable String net,
            @Nullable Double magnitude,
            @Nullable String place) {}

    @PostMapping("/quakes")
    PublishResult report(@RequestBody Report report) {
        if (report.net() == null || report.net().isBlank()) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "Which network reports it? Give 'net'.");
        }
        Quake quake = new Quake(report.net(), report.magnitude(), report.place(), Instant.now());
        return operations.publish(quake.subject(), quake);
    }
}
