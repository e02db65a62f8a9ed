package io.relaymq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.relaymq.Message;
import io.relaymq.PayloadException;
import io.relaymq.PublishResult;
import io.relaymq.fake.FakeRelay;
import io.relaymq.fake.FakeTransactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Publishes inside transactions: at once, unless they are told to wait for the commit. */
class PublishAfterCommitTest {

    private final FakeRelay relay = new FakeRelay();
    private final RelayOperations template = new RelayTemplate(relay, "events");
    private final TransactionTemplate transaction = new TransactionTemplate(new FakeTransactions());

    @Test
    void a_plain_publish_is_stored_even_if_the_transaction_is_rolled_back() {
        transaction.executeWithoutResult(status -> {
            template.publish("a", 1);
            status.setRollbackOnly();
        });

        assertThat(relay.published).hasSize(1);
    }

    @Test
    void a_publish_after_the_commit_waits_for_it() {
        List<CompletableFuture<PublishResult>> results = new ArrayList<>();

        transaction.executeWithoutResult(status -> {
            results.add(template.publishAfterCommit("a", 1));
            results.add(template.message("x").subject("b").broadcast("audit").sendAfterCommit());
            assertThat(relay.published).isEmpty();
        });

        assertThat(relay.published)
                .extracting(published ->
                        published.getKey() + " " + published.getValue().subject())
                .containsExactly("events a", "audit b");
        assertThat(results).allSatisfy(result -> assertThat(result).isCompleted());
    }

    @Test
    void a_publish_after_the_commit_does_not_happen_if_that_is_rolled_back() {
        List<CompletableFuture<PublishResult>> results = new ArrayList<>();

        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    results.add(template.publishAfterCommit("a", 1));
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");

        assertThat(relay.published).isEmpty();
        assertThat(results.get(0)).isCancelled();
    }

    @Test
    void without_a_transaction_it_is_published_at_once() {
        assertThat(template.publishAfterCommit("a", 1)).isCompleted();
        assertThat(relay.published).containsExactly(Map.entry("events", Message.of("a", 1)));
    }

    @Test
    void a_publish_in_an_after_commit_listener_is_not_forgotten() {
        transaction.executeWithoutResult(
                status -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        template.publish("at-once", 1);
                        template.publishAfterCommit("after", 1);
                    }
                }));

        assertThat(relay.published)
                .extracting(published -> published.getValue().subject())
                .containsExactly("at-once", "after");
    }

    @Test
    void a_publish_that_fails_after_the_commit_comes_out_of_it_and_does_not_keep_the_others() {
        List<CompletableFuture<PublishResult>> results = new ArrayList<>();

        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    results.add(template.publishAfterCommit("a", 1));
                    results.add(template.publishAfterCommit("b", 1));
                    relay.failures.add(new IllegalStateException("Redis is away"));
                }))
                .hasMessage("Redis is away");

        assertThat(results.get(0)).isCompletedExceptionally();
        assertThat(results.get(1)).isCompleted();
        assertThat(relay.published).hasSize(1);
    }

    @Test
    void what_cannot_be_encoded_fails_inside_the_transaction() {
        class Loop {
            @SuppressWarnings("unused") // read by Jackson
            public Loop getSelf() {
                return this;
            }
        }

        assertThatThrownBy(
                        () -> transaction.executeWithoutResult(status -> template.publishAfterCommit("a", new Loop())))
                .isInstanceOf(PayloadException.class);
    }

    @Test
    void what_is_changed_after_the_call_is_not_published() {
        List<String> items = new ArrayList<>(List.of("tea"));

        transaction.executeWithoutResult(status -> {
            template.publishAfterCommit("a", items);
            items.add("milk");
        });

        assertThat((byte[]) relay.published.get(0).getValue().payload())
                .asString()
                .isEqualTo("[\"tea\"]");
    }
}
