package io.relaymq.internal.redis;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection without threads of its own, for tests that send very many commands one after the other. Replies are byte
 * arrays, longs, lists and null.
 */
final class Wire {

    private final InputStream in;
    private final OutputStream out;

    Wire(String host, int port) {
        try {
            Socket socket = new Socket(host, port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a command and waits for its reply. */
    @Nullable
    Object call(String command, List<byte[]> arguments) {
        try {
            out.write(Arguments.bytes("*" + (arguments.size() + 1) + "\r\n"));
            write(Arguments.bytes(command));
            for (byte[] argument : arguments) {
                write(argument);
            }
            out.flush();
            return read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a command whose reply is a list. */
    List<?> list(String command, List<byte[]> arguments) {
        Object reply = call(command, arguments);
        return reply instanceof List<?> list ? list : List.of();
    }

    private void write(byte[] argument) throws IOException {
        out.write(Arguments.bytes("$" + argument.length + "\r\n"));
        out.write(argument);
        out.write('\r');
        out.write('\n');
    }

    private @Nullable Object read() throws IOException {
        int kind = in.read();
        String line = line();
        return switch (kind) {
            case '+' -> Arguments.bytes(line);
            case ':' -> Long.valueOf(line);
            case '$' -> line.equals("-1") ? null : bulk(Integer.parseInt(line));
            case '*' -> line.equals("-1") ? null : elements(Integer.parseInt(line));
            case '-' -> throw new IllegalStateException(line);
            default -> throw new EOFException("Unexpected byte " + kind);
        };
    }

    private byte[] bulk(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        line();
        return bytes;
    }

    private List<Object> elements(int count) throws IOException {
        List<Object> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(read());
        }
        return elements;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("The server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
