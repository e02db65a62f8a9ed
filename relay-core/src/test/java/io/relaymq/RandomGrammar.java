package io.relaymq;

import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Subjects and patterns over so few literals that they often match. */
public final class RandomGrammar {

    private static final String[] LITERALS = {"a", "b", "a", "b", "ab", "%2A", "a:b-c_D"};

    private final Random random;

    public RandomGrammar(Random random) {
        this.random = random;
    }

    public String subject() {
        return join(length(), i -> literal());
    }

    public String pattern() {
        int length = length();
        double wild = random.nextDouble();
        return join(length, i -> random.nextDouble() < wild ? wildcard(i == length - 1) : literal());
    }

    private int length() {
        return random.nextInt(20) == 0 ? 1 + random.nextInt(Subjects.MAX_SEGMENTS) : 1 + random.nextInt(5);
    }

    private String wildcard(boolean last) {
        return switch (random.nextInt(last ? 4 : 3)) {
            case 0 -> "#";
            case 3 -> ">";
            default -> "*";
        };
    }

    private String literal() {
        return LITERALS[random.nextInt(LITERALS.length)];
    }

    private static String join(int length, IntFunction<String> segment) {
        return IntStream.range(0, length).mapToObj(segment).collect(Collectors.joining("."));
    }
}
