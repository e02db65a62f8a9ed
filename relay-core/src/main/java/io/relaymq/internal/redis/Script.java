package io.relaymq.internal.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The scripts, one {@code .lua} file each; its header says what it does, takes and returns. */
enum Script {
    BACKFILL,
    CANCEL,
    COUNT,
    DECLARE,
    DISCARD,
    EXPIRE,
    FAIL,
    FORGET,
    KEEP,
    PAGE,
    PAUSE,
    PERMIT,
    PROMOTE,
    PUBLISH,
    RECOVER,
    RELEASE,
    REPLAY,
    RETAINED,
    ROUTES,
    SCHEDULE,
    SEEK,
    SETTLE,
    STATUS,
    SUBSCRIBE,
    SWEEP,
    TAKE,
    TRIM,
    UNSUBSCRIBE;

    private final byte[] source;
    private final String sha;

    Script() {
        String text = ScriptSource.bundled().load(fileName());
        source = text.getBytes(StandardCharsets.UTF_8);
        sha = sha1(source);
    }

    String fileName() {
        return name().toLowerCase(Locale.ROOT) + ".lua";
    }

    byte[] source() {
        return source;
    }

    String sha() {
        return sha;
    }

    private static String sha1(byte[] source) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(source));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-1", e);
        }
    }
}
