package io.relaymq.embedded;

import java.net.URL;
import java.net.URLClassLoader;

/** Loads this module's classes anew, in a world that has never heard of the embedded-redis library. */
final class WithoutLibrary extends URLClassLoader {

    WithoutLibrary() {
        super(
                new URL[] {
                    RedisBinary.class.getProtectionDomain().getCodeSource().getLocation()
                },
                WithoutLibrary.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("redis.embedded.")) {
            throw new ClassNotFoundException(name);
        }
        if (!name.startsWith("io.relaymq.embedded.")) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : findClass(name);
    }
}
