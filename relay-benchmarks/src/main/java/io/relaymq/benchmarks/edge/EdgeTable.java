package io.relaymq.benchmarks.edge;

import io.relaymq.benchmarks.report.Spread;
import io.relaymq.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The table: a column for each run. */
public final class EdgeTable {

    private record Run(String name, Outcome outcome) {}

    private final List<Run> runs = new ArrayList<>();

    /** Adds a run, and says on the console what came of it. */
    public void add(WebServer server, Crowd crowd, Outcome outcome) {
        String name = "/" + crowd.name().toLowerCase(Locale.ROOT) + " on "
                + server.name().charAt(0)
                + server.name().substring(1).toLowerCase(Locale.ROOT);
        runs.add(new Run(name, outcome));
        System.err.println(name + " -> " + outcome.receipts() + ", p99 " + outcome.millis(99) + " ms, "
                + outcome.holding() + ", before " + outcome.before() + ", after " + outcome.after() + ", "
                + outcome.silent() + ", " + outcome.complaints());
    }

    /** All of it. */
    public String markdown() {
        List<String> head = new ArrayList<>(List.of(""));
        runs.forEach(run -> head.add(run.name()));
        Table table = new Table(
                "Streams over HTTP, clients that die and clients that never read among them",
                head.toArray(new String[0]));
        row(
                table,
                "clients, of these never reading",
                one -> one.clients() + ", " + one.silent().clients());
        row(table, "published/s", one -> number(one.load().perSecond()));
        row(table, "events/s to those that read", one -> number(one.eventsPerSecond()));
        row(table, "missed by those that stayed", one -> number(one.receipts().missed()));
        row(
                table,
                "missed by those that died and returned",
                one -> number(one.receipts().missedByReturning()));
        row(table, "came twice", one -> number(one.receipts().twice()));
        row(table, "ms to the client, p50", one -> Spread.text(one.millis(50), 1));
        row(table, "p99", one -> Spread.text(one.millis(99), 1));
        row(table, "most", one -> Spread.text(one.millis(100), 1));
        row(table, "cores the application used", one -> Spread.text(one.cores(), 2));
        row(table, "heap in MB: begin, middle, end, all gone", one -> held(one, r -> Outcome.megabytes(r.heap())));
        row(table, "memory of the process in MB", one -> held(one, r -> Outcome.megabytes(r.memory())));
        row(table, "threads: before; begin, middle, end, all gone", one -> around(one, Reading::otherThreads));
        row(table, "and of the web server's pool", one -> around(one, Reading::pooled));
        row(table, "sockets: before; begin, middle, end, all gone", one -> around(one, Reading::sockets));
        row(table, "`relay.http.streams`: the same", one -> around(one, Reading::streams));
        row(table, "consumers in Redis: with all, all gone", one -> one.consumers() + ", " + after(one));
        row(
                table,
                "never reading: held at the end; longest stall, s",
                one -> one.silent().held() + "; " + Spread.text(one.silent().longestSeconds(), 1));
        row(table, "all let go of after, s", one -> Spread.text(one.leftAfter(), 1));
        row(table, "", EdgeTable::verdict);
        return table.markdown();
    }

    private void row(Table table, String what, Function<Outcome, String> figure) {
        List<String> cells = new ArrayList<>(List.of(what));
        runs.forEach(run -> cells.add(figure.apply(run.outcome())));
        table.add(cells.toArray(new String[0]));
    }

    private static String around(Outcome outcome, ToDoubleFunction<Reading> figure) {
        return Spread.text(figure.applyAsDouble(outcome.before()), 0) + "; " + held(outcome, figure);
    }

    private static String held(Outcome outcome, ToDoubleFunction<Reading> figure) {
        List<Reading> all = new ArrayList<>(outcome.holding());
        all.add(outcome.after());
        return all.stream()
                .map(one -> Spread.text(figure.applyAsDouble(one), 0))
                .collect(Collectors.joining(", "));
    }

    private static String after(Outcome outcome) {
        return outcome.consumersAfter() < 0 ? "–" : Integer.toString(outcome.consumersAfter());
    }

    private static String verdict(Outcome outcome) {
        List<String> complaints = outcome.complaints();
        return (outcome.isVoid() ? "**void**: " : "")
                + (complaints.isEmpty() ? "held" : "**" + String.join(", ", complaints) + "**");
    }

    private static String number(double number) {
        return Spread.text(number, 0);
    }
}
