package io.relaymq.benchmarks.run;

import io.relaymq.benchmarks.peer.Peer;
import io.relaymq.benchmarks.peer.Peers;
import io.relaymq.benchmarks.report.Machine;
import io.relaymq.benchmarks.report.Page;
import io.relaymq.benchmarks.server.Durability;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The command line of every table: {@code --quick}, {@code --publish}, and {@code --name=value} with values separated by commas. What is
 * not given is the default of the table.
 */
public final class Settings {

    private static final List<String> KNOWN = List.of(
            "quick",
            "publish",
            "peers",
            "durability",
            "subscriptions",
            "share",
            "payload",
            "repeats",
            "seconds",
            "warm-up",
            "rates",
            "bars",
            "steps",
            "costs",
            "servers",
            "streams",
            "clients",
            "sharing");

    private final Map<String, String> values;
    private final String machine = Machine.line();

    private Settings(Map<String, String> values) {
        this.values = values;
    }

    /**
     * @throws IllegalArgumentException if an argument is not known
     */
    public static Settings of(String... arguments) {
        Map<String, String> values = Arrays.stream(arguments)
                .map(argument -> argument.replaceFirst("^--", "").split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair.length == 1 ? "true" : pair[1]));
        for (String name : values.keySet()) {
            if (!KNOWN.contains(name)) {
                throw new IllegalArgumentException("Unknown argument '" + name + "', known are " + KNOWN);
            }
        }
        return new Settings(values);
    }

    /** Whether everything is to be short: to see that it works, not to read figures. */
    public boolean quick() {
        return values.containsKey("quick");
    }

    /** Writes a result under its name, with the machine as it was at the start. */
    public void write(String name, String markdown) {
        String quick =
                quick() ? "\n\n**A quick run: it shows that the table can be made. Do not read its figures.**" : "";
        page().write(name, machine + quick + "\n\n" + markdown);
    }

    /** Where the results go. */
    public Page page() {
        Path page = Path.of(System.getProperty("page", "../docs/explanation/performance.md"));
        return new Page(page, values.containsKey("publish"));
    }

    /** The systems. */
    public List<Peer> peers(List<Peer> all) {
        List<String> names = names("peers", List.of());
        List<String> known = Peers.all().stream().map(Peer::name).toList();
        if (!known.containsAll(names)) {
            throw new IllegalArgumentException("Expected systems of " + known + ", got: " + names);
        }
        return all.stream()
                .filter(peer -> names.isEmpty() || names.contains(peer.name()))
                .toList();
    }

    /** Names, of parts of a table for example. */
    public List<String> names(String name, List<String> otherwise) {
        return list(name, Function.identity(), otherwise);
    }

    /** Memory, file, or both. */
    public List<Durability> durabilities() {
        return list(
                "durability",
                text -> Durability.valueOf(text.toUpperCase(Locale.ROOT)),
                List.of(Durability.MEMORY, Durability.FILE));
    }

    /** How many subscriptions, how large a share, how many bytes: whole numbers. */
    public List<Integer> numbers(String name, List<Integer> full, List<Integer> quick) {
        return list(name, Integer::valueOf, quick() ? quick : full);
    }

    /** What part of the messages a subscription wants. */
    public List<Double> shares() {
        return list("share", Double::valueOf, List.of(1.0, 0.1));
    }

    /** Microseconds of a publish, of a further copy and of a delivery. */
    public List<Double> costs() {
        return list("costs", Double::valueOf, List.of());
    }

    /** How long, and how often. */
    public Length length(Length full, Length quick) {
        Length length = quick() ? quick : full;
        int repeats =
                list("repeats", Integer::valueOf, List.of(length.repeats())).get(0);
        double seconds =
                list("seconds", Double::valueOf, List.of(length.measured())).get(0);
        double warmUp =
                list("warm-up", Double::valueOf, List.of(length.warmUp())).get(0);
        return new Length(warmUp, seconds, repeats);
    }

    private <T> List<T> list(String name, Function<String, T> parser, List<T> otherwise) {
        String text = values.get(name);
        return text == null
                ? otherwise
                : Arrays.stream(text.split(",")).map(String::strip).map(parser).toList();
    }
}
