package io.relaymq.benchmarks.load;

/** The subjects of a run, {@code t.a.b.c} with 10 × 20 × 50 values; a message's number says which, the same in every run. */
public final class Addresses {

    static final int GROUPS = 10;
    private static final int KINDS = 20;
    private static final int ITEMS = 50;
    private static final String[] SUBJECTS = subjects();

    private Addresses() {}

    private static String[] subjects() {
        String[] subjects = new String[GROUPS * KINDS * ITEMS];
        for (int i = 0; i < subjects.length; i++) {
            subjects[i] = "t." + i / (KINDS * ITEMS) + "." + i / ITEMS % KINDS + "." + i % ITEMS;
        }
        return subjects;
    }

    /** The subject of the message of that number. */
    public static String subject(long number) {
        return SUBJECTS[index(number)];
    }

    static int group(long number) {
        return index(number) / (KINDS * ITEMS);
    }

    /** The finalizer of SplitMix64: as good as random, and without state. */
    private static int index(long number) {
        long mixed = number + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return (int) Long.remainderUnsigned(mixed ^ (mixed >>> 31), SUBJECTS.length);
    }
}
