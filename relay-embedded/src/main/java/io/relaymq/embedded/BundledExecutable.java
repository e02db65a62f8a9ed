package io.relaymq.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/** The executable inside the optional embedded-redis library, extracted once per JVM. */
final class BundledExecutable {

    /** Guarded by the class; extraction writes about 10 MB, so it is worth keeping. */
    private static @Nullable Path extracted;

    private BundledExecutable() {}

    /** Empty if the library is absent; an exception if it is there, but has nothing for this machine. */
    static synchronized Optional<Path> extract() {
        if (extracted != null && Files.isExecutable(extracted)) {
            return Optional.of(extracted);
        }
        try {
            extracted = Library.extract();
            return Optional.of(extracted);
        } catch (NoClassDefFoundError e) {
            return Optional.empty();
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new RedisStartException("Cannot extract the executable of the embedded-redis library: " + e, e);
        }
    }

    /** The only class that names the library, loaded only when asked. */
    private static final class Library {

        static Path extract() throws IOException {
            File directory = Files.createTempDirectory("relay-redis-binary-").toFile();
            directory.deleteOnExit(); // deletions run in reverse: the library registers its file after this
            return ExecutableProvider.newJarResourceProvider(directory).get().toPath();
        }
    }
}
