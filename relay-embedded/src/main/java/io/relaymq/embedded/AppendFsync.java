package io.relaymq.embedded;

import java.util.Locale;

/** When a server with an append-only file forces it to the disk: Redis' {@code appendfsync}. */
public enum AppendFsync {
    /** Before each reply: what was answered survives {@link RedisProcess#kill()} and a power cut. */
    ALWAYS,
    /** Once a second: what was answered survives {@link RedisProcess#kill()}; a power cut may take the last second or two. */
    EVERYSEC,
    /** When the operating system likes. */
    NO;

    String setting() {
        return name().toLowerCase(Locale.ROOT);
    }
}
