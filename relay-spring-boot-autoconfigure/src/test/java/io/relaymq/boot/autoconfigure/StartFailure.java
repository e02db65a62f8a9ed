package io.relaymq.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

/** What the user reads instead of a stack trace. */
final class StartFailure {

    private StartFailure() {}

    static FailureAnalysis of(AssertableApplicationContext context) {
        assertThat(context).hasFailed();
        Throwable failure = Objects.requireNonNull(context.getStartupFailure());
        FailureAnalysis analysis = new RelayFailureAnalyzer().analyze(failure);
        return Objects.requireNonNull(analysis, () -> "no analysis of " + failure);
    }
}
