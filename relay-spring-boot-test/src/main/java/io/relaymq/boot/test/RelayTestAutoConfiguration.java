package io.relaymq.boot.test;

import io.relaymq.Relay;
import io.relaymq.spring.RelayOperations;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

@AutoConfiguration(afterName = "io.relaymq.boot.autoconfigure.RelayAutoConfiguration")
final class RelayTestAutoConfiguration {

    @Bean
    Journal relayTestJournal() {
        return new Journal();
    }

    @Bean
    PublishedMessages publishedMessages(Journal journal) {
        return new PublishedMessages(journal);
    }

    @Bean
    @Lazy
    RelayScenario relayScenario(Relay relay, RelayOperations operations, Journal journal, Environment environment) {
        return new RelayScenario(
                relay, operations, journal, environment.getProperty("relay.default-broadcast", "events"));
    }
}
