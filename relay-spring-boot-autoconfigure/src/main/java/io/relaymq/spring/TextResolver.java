package io.relaymq.spring;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

/** Resolves placeholders, strictly, and expressions in the text of annotations. */
final class TextResolver {

    private final ConfigurableBeanFactory beans;
    private final Environment environment;
    private final BeanExpressionContext context;

    TextResolver(ConfigurableBeanFactory beans, Environment environment) {
        this(beans, environment, null);
    }

    private TextResolver(ConfigurableBeanFactory beans, Environment environment, @Nullable ListenerScope scope) {
        this.beans = beans;
        this.environment = environment;
        this.context = new BeanExpressionContext(beans, scope);
    }

    /** The same, whose expressions know the bean. */
    TextResolver of(Object listener) {
        return new TextResolver(beans, environment, new ListenerScope(listener));
    }

    /**
     * @throws IllegalArgumentException if a placeholder has neither value nor default; the message names it
     */
    String text(String raw) {
        Object value = evaluate(raw);
        return value == null ? "" : value.toString().trim();
    }

    /** As {@link #text}, for an entry that may give several: separated by commas, or a collection or array. */
    List<String> texts(String raw) {
        return flatten(evaluate(raw)).toList();
    }

    /** The object that the text gives, or the bean of that name. */
    <T> T bean(String raw, Class<T> type) {
        Object value = evaluate(raw);
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        try {
            return beans.getBean(String.valueOf(value).trim(), type);
        } catch (BeansException e) {
            throw new IllegalArgumentException(
                    "there is no bean '" + value + "' of type " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
    }

    private @Nullable Object evaluate(String raw) {
        String text = beans.resolveEmbeddedValue(raw);
        if (text == null) {
            return null;
        }
        if (text.contains("${")) {
            text = environment.resolveRequiredPlaceholders(text); // without a configurer, the bean factory is lenient
        }
        BeanExpressionResolver expressions = beans.getBeanExpressionResolver();
        try {
            return expressions == null ? text : expressions.evaluate(text, context);
        } catch (BeansException e) {
            throw new IllegalArgumentException(
                    "'" + raw + "' cannot be evaluated: "
                            + NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
                    e);
        }
    }

    private static Stream<String> flatten(@Nullable Object value) {
        if (value instanceof Collection<?> several) {
            return several.stream().flatMap(TextResolver::flatten);
        }
        if (value instanceof Object[] several) {
            return Arrays.stream(several).flatMap(TextResolver::flatten);
        }
        String text = value == null ? "" : value.toString();
        return Arrays.stream(text.split(",", -1)).map(String::trim);
    }
}
