package io.relaymq.boot.autoconfigure;

import io.relaymq.spring.RelayConfigurationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets core judge a value, and names the property if it says no. */
final class InvalidProperty {

    private InvalidProperty() {}

    static <T> void check(String property, @Nullable T value, Consumer<T> use) {
        if (value == null) {
            return;
        }
        try {
            use.accept(value);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new RelayConfigurationException(
                    "Property '" + property + "' has the value '" + value + "'. " + e.getMessage() + ".",
                    "Correct the value of '" + property + "', or remove it to use the default.",
                    e);
        }
    }
}
