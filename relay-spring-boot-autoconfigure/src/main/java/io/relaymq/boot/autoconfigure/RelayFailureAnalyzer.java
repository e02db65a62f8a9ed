package io.relaymq.boot.autoconfigure;

import io.relaymq.spring.RelayConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong and what to do, instead of a stack trace. */
final class RelayFailureAnalyzer extends AbstractFailureAnalyzer<RelayConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RelayConfigurationException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
