package io.relaymq.benchmarks.edge;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Takes a chunked response of server-sent events apart, however its bytes come. Not thread-safe. */
final class SseParser {

    private static final int HEXADECIMAL = 16;

    /** Whom it tells. */
    interface Reader {

        void head(int status);

        void comment();

        /** @param id empty if it has none */
        void event(String id, String name, String data);
    }

    private enum Part {
        HEAD,
        SIZE,
        CHUNK,
        END
    }

    private final Reader reader;
    private final ByteArrayOutputStream frame = new ByteArrayOutputStream(); // a line of HTTP
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(); // a line of the stream
    private Part part = Part.HEAD;
    private boolean chunked;
    private int status;
    private int left;
    private String id = "";
    private String name = "message";
    private String data = "";

    SseParser(Reader reader) {
        this.reader = reader;
    }

    /** Whether the response is complete. */
    boolean isAtEnd() {
        return part == Part.END;
    }

    void take(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            switch (part) {
                case HEAD, SIZE -> takeFrame(bytes.get());
                case CHUNK -> takeChunk(bytes);
                case END -> bytes.position(bytes.limit());
            }
        }
    }

    private void takeFrame(byte one) {
        if (one != '\n') {
            frame.write(one);
            return;
        }
        String text = frame.toString(StandardCharsets.ISO_8859_1).strip();
        frame.reset();
        if (part == Part.HEAD) {
            head(text);
        } else if (!text.isEmpty()) { // that is the end of the chunk before
            left = Integer.parseInt(text, HEXADECIMAL);
            part = left == 0 ? Part.END : Part.CHUNK;
        }
    }

    private void head(String text) {
        if (status == 0) {
            status = Integer.parseInt(text.split(" ")[1]);
        } else if (text.toLowerCase(Locale.ROOT).equals("transfer-encoding: chunked")) {
            chunked = true;
        } else if (text.isEmpty()) {
            reader.head(status);
            part = chunked ? Part.SIZE : Part.END;
        }
    }

    private void takeChunk(ByteBuffer bytes) {
        int n = Math.min(left, bytes.remaining());
        for (int i = 0; i < n; i++) {
            byte one = bytes.get();
            if (one == '\n') {
                line();
            } else {
                line.write(one);
            }
        }
        left -= n;
        if (left == 0) {
            part = Part.SIZE;
        }
    }

    private void line() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (text.isEmpty()) {
            end();
        } else if (text.startsWith(":")) {
            reader.comment();
        } else if (text.startsWith("data: ")) {
            data = text.substring("data: ".length());
        } else if (text.startsWith("id: ")) {
            id = text.substring("id: ".length());
        } else if (text.startsWith("event: ")) {
            name = text.substring("event: ".length());
        }
    }

    /** Also of a block without data: it moves the cursor. */
    private void end() {
        reader.event(id, name, data);
        id = "";
        name = "message";
        data = "";
    }
}
