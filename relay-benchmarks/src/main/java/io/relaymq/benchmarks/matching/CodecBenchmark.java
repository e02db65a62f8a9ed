package io.relaymq.benchmarks.matching;

import io.relaymq.JsonCodec;
import io.relaymq.Message;
import io.relaymq.PayloadCodec;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a payload costs on its way in and out, and a message when it is made (its subject is checked). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBenchmark {

    /** A payload of about 256 bytes as JSON. */
    public record Order(long id, String customer, String status, List<Item> items) {}

    /** A line of an order. */
    public record Item(String sku, int count, double price) {}

    private static final Order ORDER = new Order(
            4_711,
            "customer-4242",
            "created",
            List.of(new Item("4006381333931", 2, 12.5), new Item("4006381333932", 1, 99.95), new Item("x", 3, 1)));

    private final PayloadCodec codec = new JsonCodec();
    private final byte[] json = codec.encode(ORDER);
    private final byte[] plain = new byte[256];

    /** A record to JSON. */
    @Benchmark
    public byte[] encodeRecord() {
        return codec.encode(ORDER);
    }

    /** JSON to a record. */
    @Benchmark
    public Object decodeRecord() {
        return codec.decode(json, Order.class);
    }

    /** Bytes travel as they are. */
    @Benchmark
    public byte[] encodeBytes() {
        return codec.encode(plain);
    }

    /** A message without options. */
    @Benchmark
    public Message message() {
        return Message.of("orders.eu.4711.created", plain);
    }
}
