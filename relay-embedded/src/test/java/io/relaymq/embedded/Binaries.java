package io.relaymq.embedded;

import java.util.Optional;
import java.util.stream.Stream;

/** Every kind of executable that this machine has: the tests run on each. */
final class Binaries {

    private Binaries() {}

    static Stream<RedisBinary> all() {
        return Stream.of(RedisBinary.onPath(), RedisBinary.bundled()).flatMap(Optional::stream);
    }
}
