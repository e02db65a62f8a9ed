package io.relaymq.boot.autoconfigure;

import java.util.List;
import java.util.Optional;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if no property says where Redis is. */
final class OnNoRedisConfigured extends SpringBootCondition {

    private static final List<String> ADDRESSES =
            List.of("host", "port", "url", "sentinel", "cluster", "masterreplica");

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("No Redis configured");
        Optional<String> configured = configured(Binder.get(context.getEnvironment()));
        return configured
                .map(property ->
                        ConditionOutcome.noMatch(message.found("property").items(property)))
                .orElseGet(() -> ConditionOutcome.match(message.because("no property says where it is")));
    }

    private static Optional<String> configured(Binder binder) {
        return ADDRESSES.stream()
                .map(name -> "spring.data.redis." + name)
                .filter(property ->
                        binder.bind(property, Bindable.of(Object.class)).isBound()
                                || binder.bind(property, Bindable.mapOf(String.class, Object.class))
                                        .isBound())
                .findFirst();
    }
}
