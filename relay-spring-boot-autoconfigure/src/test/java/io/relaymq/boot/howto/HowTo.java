package io.relaymq.boot.howto;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** What the snippets of {@code docs/how-to} work with. */
final class HowTo {

    record Order(long id, String item) {}

    record Reading(int value) {}

    static final List<String> bills = new CopyOnWriteArrayList<>();
    static final List<String> steps = new CopyOnWriteArrayList<>();
    static final List<Reading> table = new CopyOnWriteArrayList<>();
    static final List<Order> orders = new CopyOnWriteArrayList<>();
    static final Printer printer = new Printer();

    private HowTo() {}

    /** Prints at the second try. */
    static final class Printer {
        final List<String> printed = new CopyOnWriteArrayList<>();
        private boolean warm;

        void print(String page, Consumer<Boolean> done) {
            if (warm) {
                printed.add(page);
            }
            done.accept(warm);
            warm = true;
        }
    }
}
