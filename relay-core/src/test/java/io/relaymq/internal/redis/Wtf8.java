package io.relaymq.internal.redis;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Text as bytes, with every lone surrogate in the three bytes that a careless client would send. */
final class Wtf8 {

    private Wtf8() {}

    static byte[] encode(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        text.codePoints().forEach(point -> {
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                out.write(0xE0 | point >> 12);
                out.write(0x80 | point >> 6 & 0x3F);
                out.write(0x80 | point & 0x3F);
            } else {
                out.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
            }
        });
        return out.toByteArray();
    }
}
