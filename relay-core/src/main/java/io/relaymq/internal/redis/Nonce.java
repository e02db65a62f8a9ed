package io.relaymq.internal.redis;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Random values for incarnations, epochs and generations. */
final class Nonce {

    private static final SecureRandom RANDOM = new SecureRandom();

    private Nonce() {}

    static String next() {
        return HexFormat.of().toHexDigits(RANDOM.nextLong());
    }
}
