package io.relaymq.benchmarks.scale;

import io.lettuce.core.cluster.SlotHash;
import java.util.Arrays;

/** Broadcasts on the primaries of a cluster, each on the one that has its slot; slots are dealt out in equal ranges. */
public final class Cluster {

    private final double[] loads;

    /** @param skew how uneven: the n-th broadcast has 1 / n^skew of the load of the first; 0 is even */
    public Cluster(int primaries, int broadcasts, double skew) {
        loads = new double[primaries];
        double all = 0;
        for (int n = 1; n <= broadcasts; n++) {
            double load = 1 / Math.pow(n, skew);
            int slot = SlotHash.getSlot("relay:{default:broadcast-" + n + "}:");
            loads[slot * primaries / SlotHash.SLOT_COUNT] += load;
            all += load;
        }
        for (int i = 0; i < primaries; i++) {
            loads[i] /= all;
        }
    }

    /** The part of all messages that the busiest primary has. */
    public double busiest() {
        return Arrays.stream(loads).max().orElseThrow();
    }

    /** How many times the messages of one primary it carries, when its busiest is as busy as that one. */
    public double gain() {
        return 1 / busiest();
    }
}
