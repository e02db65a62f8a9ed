package io.relaymq.boot.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Classes of failures by their names.
 *
 * @param loader that of the application's beans
 */
record FailureClasses(@Nullable ClassLoader loader) {

    /**
     * @throws IllegalArgumentException if there is no such class, or it is none of a failure
     */
    List<Class<? extends Throwable>> named(List<String> names) {
        List<Class<? extends Throwable>> classes = new ArrayList<>();
        names.forEach(name -> classes.add(named(name)));
        return classes;
    }

    private Class<? extends Throwable> named(String name) {
        Class<?> found;
        try {
            found = ClassUtils.forName(name, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IllegalArgumentException("There is no class '" + name + "' that can be loaded", e);
        }
        if (!Throwable.class.isAssignableFrom(found)) {
            throw new IllegalArgumentException("Class '" + name + "' is not one of an exception");
        }
        return found.asSubclass(Throwable.class);
    }
}
