package io.relaymq.spring;

import io.relaymq.Delivery;
import io.relaymq.spring.RelayInstrumentation.Handling;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells instrumentations of batches; what they throw is logged, and the batch goes on. */
record InstrumentedBatchCall(ListenerCall call, List<RelayInstrumentation> instrumentations) implements ListenerCall {

    private static final Logger log = LoggerFactory.getLogger(InstrumentedBatchCall.class);

    @Override
    public CompletionStage<?> invoke(Invocation invocation) throws Exception {
        List<Handling> told = begin(invocation.batch());
        CompletionStage<?> stage;
        try {
            stage = call.invoke(invocation);
        } catch (Exception | Error e) {
            each(told, Handling::returned);
            each(told, one -> one.finished(ErrorHandling.unwrapped(e)));
            throw e;
        }
        each(told, Handling::returned);
        stage.whenComplete((value, failure) -> finished(told, failure));
        return stage;
    }

    private static void finished(List<Handling> told, @Nullable Throwable failure) {
        Throwable cause = failure == null ? null : ErrorHandling.unwrapped(failure);
        each(told, one -> one.finished(cause));
    }

    private List<Handling> begin(List<Delivery> batch) {
        List<Handling> told = new ArrayList<>(instrumentations.size());
        each(instrumentations, one -> {
            Handling handling = one.handlingBatch(batch);
            if (handling != null) {
                told.add(0, handling);
            }
        });
        return told;
    }

    private static <T> void each(List<T> all, Consumer<T> what) {
        for (T one : all) {
            try {
                what.accept(one);
            } catch (RuntimeException | Error e) {
                log.warn("Instrumentation {} failed; nothing else is changed by it", one, e);
            }
        }
    }
}
