package io.relaymq.internal.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A broadcast of its own, on which scripts are run one by one. The scripts' clock is set by the test; message ids of
 * {@code publish} come from the server, and are shown as {@code #1}, {@code #2} ... in the order in which a reply first tells them.
 */
final class TestBroadcast implements AutoCloseable {

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Map<String, byte[]> SOURCES = new ConcurrentHashMap<>();
    private static final String CALL = "return redis.call(unpack(ARGV))";
    private static final String SET_CLOCK =
            "local function now() return tonumber(redis.call('GET', KEYS[1] .. 'clock')) end";

    private static final Pattern SERVER_ID = Pattern.compile("\\b[0-9]{13}-[0-9]+");

    private final Server server;
    private final byte[] prefix;
    private final List<String> ids = new ArrayList<>();

    TestBroadcast(Server server) {
        this.server = server;
        this.prefix = new RedisKeys("test-" + COUNT.incrementAndGet(), "b").prefix();
        clock(1_000_000);
    }

    String prefix() {
        return new String(prefix, StandardCharsets.UTF_8);
    }

    // ---- seeds

    /** Sets the time of the scripts. */
    TestBroadcast clock(long millis) {
        redis("SET", "clock", Long.toString(millis));
        return this;
    }

    /** Sends any command whose first argument is a key, given without the prefix. */
    String redis(String command, String key, String... arguments) {
        List<byte[]> all = new ArrayList<>(List.of(bytes(command), bytes(prefix() + key)));
        Arrays.stream(arguments).map(TestBroadcast::bytes).forEach(all::add);
        return eval(bytes(CALL), all.toArray(byte[][]::new));
    }

    /** A message in the log. */
    TestBroadcast log(String id, String subject) {
        redis("XADD", "log", id, "s", subject, "d", "data " + id, "h", "{}");
        return this;
    }

    /** A copy in the inbox of {@code s}. */
    TestBroadcast inbox(String... idsOfCopies) {
        for (String id : idsOfCopies) {
            redis("XADD", "inbox:s", id, "s", "a.b", "d", "data " + id, "h", "{}");
        }
        return this;
    }

    /** The subscription {@code s}, live under the epoch {@code e1}, with an inbox read up to a frontier. */
    TestBroadcast subscription(String frontier) {
        redis("ZADD", "unread", "0", "s");
        return definition("e1 shared live 0-0 0-0 0-0 0-0=>").group(frontier);
    }

    TestBroadcast definition(String row) {
        redis("HSET", "subs", "s", row);
        return this;
    }

    TestBroadcast group(String frontier) {
        byte[][] arguments = {
            bytes("XGROUP"),
            bytes("CREATE"),
            bytes(prefix() + "inbox:s"),
            bytes("relay"),
            bytes(frontier),
            bytes("MKSTREAM")
        };
        eval(bytes(CALL), arguments);
        return this;
    }

    void destroyGroup() {
        eval(bytes(CALL), bytes("XGROUP"), bytes("DESTROY"), bytes(prefix() + "inbox:s"), bytes("relay"));
    }

    /** A consumer's record, as {@code keep} writes it. */
    TestBroadcast record(String consumer, String text) {
        redis("HSET", "flight:s", consumer, text);
        return this;
    }

    /** A delivery in wait, due at a time. */
    TestBroadcast waiting(String id, long due) {
        waiting(id);
        redis("ZADD", "due:s", Long.toString(due), id);
        return this;
    }

    /** A delivery in wait that somebody has taken. */
    TestBroadcast taken(String id, String consumerAndRun) {
        waiting(id);
        redis("HSET", "taken:s", id, consumerAndRun);
        return this;
    }

    private void waiting(String id) {
        redis("HSET", "wait:s", id, "3 2 0\na.b{}data " + id);
    }

    /** What a consumer gets that reads the inbox of {@code s}, in words: the ids. */
    String read(int count) {
        return read("s", count);
    }

    String read(String sub, int count) {
        byte[][] arguments = {
            bytes("XREADGROUP"),
            bytes("GROUP"),
            bytes("relay"),
            bytes("relay"),
            bytes("COUNT"),
            bytes(Integer.toString(count)),
            bytes("NOACK"),
            bytes("STREAMS"),
            bytes(prefix() + "inbox:" + sub),
            bytes(">")
        };
        return eval(
                bytes("local r, ids = redis.call(unpack(ARGV)), {} "
                        + "for i, e in ipairs(r and r[1][2] or {}) do ids[i] = e[1] end return ids"),
                arguments);
    }

    // ---- the script under test

    /** Runs a script and shows its reply; an error shows as its message. */
    String run(Script script, Object... arguments) {
        return run(source(script.fileName()), arguments);
    }

    /** Runs a script put together from the libraries, with the prefix as its key. */
    String run(byte[] source, Object... arguments) {
        byte[][] values = Arrays.stream(arguments).map(TestBroadcast::argument).toArray(byte[][]::new);
        return eval(source, values);
    }

    static byte[] source(String file) {
        return SOURCES.computeIfAbsent(file, name -> bytes(scripts(Map.of()).load(name)));
    }

    /** A script of the test's own, with includes. */
    static byte[] compose(String text) {
        return bytes(scripts(Map.of("test.lua", text)).load("test.lua"));
    }

    /** The scripts with the test's clock, and with files of the test's own. */
    static ScriptSource scripts(Map<String, String> files) {
        return new ScriptSource(name -> {
            String own = name.equals("lib/clock.lua") ? SET_CLOCK : files.get(name);
            return own == null ? resource(name) : own;
        });
    }

    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(ScriptSource.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- what there is

    /** Every key, a line for each element. */
    List<String> state() {
        List<?> lines = server.redis().eval(bytes(resource("dump.lua")), ScriptOutputType.MULTI, keys());
        List<String> shown = new ArrayList<>();
        lines.forEach(line -> shown.add(named(show(line))));
        shown.sort(Comparator.comparing(TestBroadcast::padded));
        return shown;
    }

    /** What an operation changes in all keys: lines gone, as {@code - line}, and lines new, as {@code + line}. */
    List<String> change(Runnable operation) {
        TreeSet<String> before = new TreeSet<>(state());
        operation.run();
        TreeSet<String> after = new TreeSet<>(state());
        List<String> changes = new ArrayList<>();
        before.stream().filter(line -> !after.contains(line)).forEach(line -> changes.add("- " + line));
        after.stream().filter(line -> !before.contains(line)).forEach(line -> changes.add("+ " + line));
        return changes;
    }

    /** So that 10-0 comes after 9-0. */
    private static String padded(String line) {
        return Pattern.compile("[0-9]+")
                .matcher(line.replace('#', '~'))
                .replaceAll(number -> "0".repeat(Math.max(0, 20 - number.group().length())) + number.group());
    }

    private String named(String line) {
        return SERVER_ID.matcher(line).replaceAll(id -> {
            int number = ids.indexOf(id.group());
            return number < 0 ? id.group() : "#" + (number + 1);
        });
    }

    /** The id that is shown as a number. */
    String id(int number) {
        return ids.get(number - 1);
    }

    @Override
    public void close() {
        state().stream().map(line -> line.split("[ \\[]", 2)[0]).distinct().forEach(key -> redis("DEL", key));
        redis("DEL", "clock");
    }

    private byte[][] keys() {
        return new byte[][] {prefix};
    }

    private String eval(byte[] source, byte[]... arguments) {
        try {
            List<?> reply = server.redis().eval(source, ScriptOutputType.MULTI, keys(), arguments);
            String shown = reply.size() == 1 && !(reply.get(0) instanceof List) ? show(reply.get(0)) : show(reply);
            number(shown);
            return named(shown);
        } catch (RedisCommandExecutionException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Gives ids that the server made, those of its own clock, their numbers. */
    private void number(String reply) {
        SERVER_ID
                .matcher(reply)
                .results()
                .map(MatchResult::group)
                .filter(id -> !ids.contains(id))
                .forEach(ids::add);
    }

    private static byte[] argument(Object argument) {
        return argument instanceof byte[] raw ? raw : bytes(argument.toString());
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String show(@Nullable Object reply) {
        if (reply instanceof byte[] text) {
            return new String(text, StandardCharsets.UTF_8);
        }
        if (reply instanceof List<?> list) {
            return list.stream().map(TestBroadcast::show).toList().toString();
        }
        return String.valueOf(reply);
    }
}
