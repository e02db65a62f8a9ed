package io.relaymq.boot.autoconfigure;

import io.relaymq.boot.autoconfigure.RelayProperties.Subscription;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Properties that stand in an annotation, read as those of a subscription. */
final class AnnotationProperties {

    private static final String PREFIX = "listener";

    private AnnotationProperties() {}

    /**
     * @throws IllegalArgumentException if a key does not exist or a value cannot be read
     */
    static Subscription bind(Map<String, String> own) {
        Map<String, String> prefixed = new LinkedHashMap<>();
        own.forEach((key, value) -> prefixed.put(PREFIX + "." + key, value));
        Binder binder = new Binder(new MapConfigurationPropertySource(prefixed));
        try {
            return binder.bindOrCreate(
                    PREFIX, Bindable.of(Subscription.class), new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
        } catch (BindException e) {
            throw new IllegalArgumentException(explain(e), e);
        }
    }

    private static String explain(BindException e) {
        if (e.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
            return "there is no setting "
                    + unbound.getUnboundProperties().stream()
                            .map(property ->
                                    "'" + withoutPrefix(property.getName().toString()) + "'")
                            .sorted()
                            .toList()
                    + " of a subscription";
        }
        String name = e.getProperty() != null
                ? e.getProperty().getName().toString()
                : e.getName().toString();
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return "'" + withoutPrefix(name) + "' cannot be read: " + root.getMessage();
    }

    private static String withoutPrefix(String name) {
        return name.startsWith(PREFIX + ".") ? name.substring(PREFIX.length() + 1) : name;
    }

    /** Whether one begins with that word, in kebab or camel case. */
    static boolean hasAny(Map<String, String> own, String group) {
        return own.keySet().stream().anyMatch(key -> kebab(key).startsWith(group + "."));
    }

    private static String kebab(String key) {
        return key.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }
}
