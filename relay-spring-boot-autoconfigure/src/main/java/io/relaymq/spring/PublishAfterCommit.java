package io.relaymq.spring;

import io.relaymq.PublishResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A publish that waits for a commit. The only one that knows transactions, which need not be there. */
final class PublishAfterCommit implements TransactionSynchronization {

    private final Supplier<PublishResult> publish;
    private final CompletableFuture<PublishResult> result = new CompletableFuture<>();

    private PublishAfterCommit(Supplier<PublishResult> publish) {
        this.publish = publish;
    }

    static boolean isTransactionActive() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.isSynchronizationActive();
    }

    static CompletableFuture<PublishResult> register(Supplier<PublishResult> publish) {
        PublishAfterCommit synchronization = new PublishAfterCommit(publish);
        TransactionSynchronizationManager.registerSynchronization(synchronization);
        return synchronization.result;
    }

    /** What it throws comes out of the commit. */
    @Override
    public void afterCommit() {
        try {
            result.complete(publish.get());
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
            throw e;
        }
    }

    /** If it was registered after the commit, or one before it has failed, {@link #afterCommit} was not called. */
    @Override
    public void afterCompletion(int status) {
        if (result.isDone()) {
            return;
        }
        if (status == STATUS_COMMITTED) {
            afterCommit();
        } else if (status == STATUS_ROLLED_BACK) {
            result.cancel(false);
        } else {
            result.completeExceptionally(new IllegalStateException(
                    "Nobody knows whether the transaction has committed: the message was not published"));
        }
    }
}
