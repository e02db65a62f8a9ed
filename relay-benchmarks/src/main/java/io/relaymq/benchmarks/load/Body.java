package io.relaymq.benchmarks.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Random;

/** A message's body: its number, when it was meant to be sent, and bytes that cannot be compressed. */
public final class Body {

    /** Bytes of a body with nothing but the two numbers. */
    public static final int SMALLEST = 2 * Long.BYTES;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] NOISE = new byte[1 << 20];

    static {
        new Random(42).nextBytes(NOISE);
    }

    private Body() {}

    /** A new body of that size. */
    public static byte[] of(long number, long nanos, int size) {
        byte[] body = new byte[size];
        int from = (int) (number * 31 % (NOISE.length - size));
        System.arraycopy(NOISE, from, body, 0, size);
        LONG.set(body, 0, number);
        LONG.set(body, Long.BYTES, nanos);
        return body;
    }

    /** The number of the message. */
    public static long number(byte[] body) {
        return (long) LONG.get(body, 0);
    }

    /** When it was meant to be sent, by {@link System#nanoTime()}. */
    public static long nanos(byte[] body) {
        return (long) LONG.get(body, Long.BYTES);
    }
}
