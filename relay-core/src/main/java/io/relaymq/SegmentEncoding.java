package io.relaymq;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Percent-encoding of any text into one segment, and back. */
final class SegmentEncoding {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private SegmentEncoding() {}

    static String encode(String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("Cannot encode an empty text: a segment has at least one character.");
        }
        StringBuilder segment = new StringBuilder(value.length() + 16);
        for (int i = 0; i < value.length(); i = value.offsetByCodePoints(i, 1)) {
            appendEncoded(segment, value, i);
        }
        return segment.toString();
    }

    private static void appendEncoded(StringBuilder segment, String value, int position) {
        int codePoint = value.codePointAt(position);
        if (staysPlain(codePoint)) {
            segment.append((char) codePoint);
            return;
        }
        if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
            throw new IllegalArgumentException("Cannot encode " + PrintableText.quote(value) + ": position " + position
                    + " holds half a surrogate pair (" + PrintableText.character(codePoint)
                    + "), which is no character.");
        }
        for (byte b : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
            segment.append('%');
            HEX.toHexDigits(segment, b);
        }
    }

    // ':' and '%' are legal in a segment but encoded all the same: '%' so that decoding is unambiguous, ':' because
    // applications use it as a separator inside segments.
    private static boolean staysPlain(int codePoint) {
        return codePoint < 128 && Grammar.isPlain((char) codePoint) && codePoint != ':' && codePoint != '%';
    }

    static String decode(String segment) {
        if (segment.isEmpty()) {
            throw new IllegalArgumentException("Cannot decode an empty segment: a segment has at least one character.");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(segment.length());
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '%') {
                bytes.write(byteAt(segment, i));
                i += 2;
            } else if (Grammar.isPlain(c)) {
                bytes.write(c);
            } else {
                throw cannotDecode(segment, i, PrintableText.character(segment.codePointAt(i)) + " is not allowed");
            }
        }
        return text(segment, bytes.toByteArray());
    }

    private static int byteAt(String segment, int position) {
        int end = position + 3;
        if (end > segment.length()
                || !HexFormat.isHexDigit(segment.charAt(position + 1))
                || !HexFormat.isHexDigit(segment.charAt(position + 2))) {
            throw cannotDecode(segment, position, "'%' is not followed by two hexadecimal digits");
        }
        return HexFormat.fromHexDigits(segment, position + 1, end);
    }

    private static String text(String segment, byte[] utf8) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "Cannot decode segment " + PrintableText.quote(segment) + ": its bytes are not valid UTF-8.", e);
        }
    }

    private static IllegalArgumentException cannotDecode(String segment, int position, String why) {
        return new IllegalArgumentException(
                "Cannot decode segment " + PrintableText.quote(segment) + ": " + why + " (position " + position + ").");
    }
}
