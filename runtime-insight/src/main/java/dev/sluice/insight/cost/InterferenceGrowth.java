package dev.sluice.insight.cost;

import dev.sluice.model.simulate.Interference;
import java.util.Comparator;
import java.util.List;

/**
 * What the runtime's own work costs while units compute, by how many slots there are to a processor: where they share
 * it, caches are colder. Between what was measured it grows evenly, beyond it stays.
 *
 * @param at ascending; not empty
 */
public record InterferenceGrowth(List<At> at) {
    public static final InterferenceGrowth NONE = new InterferenceGrowth(List.of(new At(1, Interference.NONE)));

    /** With so many slots to a processor. */
    public record At(double perProcessor, Interference interference) {
        public At {
            if (!(perProcessor > 0)) {
                throw new IllegalArgumentException(perProcessor + " slots to a processor (expected: positive)");
            }
        }
    }

    public InterferenceGrowth {
        at = at.stream().sorted(Comparator.comparingDouble(At::perProcessor)).toList();
        if (at.isEmpty()) {
            throw new IllegalArgumentException("interference: nothing (expected: of one number of slots at least)");
        }
    }

    /** With so many slots to a processor. */
    public Interference with(double perProcessor) {
        At lower = at.get(0);
        for (At upper : at) {
            if (perProcessor <= upper.perProcessor) {
                return upper == lower ? upper.interference : between(lower, upper, perProcessor);
            }
            lower = upper;
        }
        return lower.interference;
    }

    private static Interference between(At lower, At upper, double perProcessor) {
        double share = (perProcessor - lower.perProcessor) / (upper.perProcessor - lower.perProcessor);
        Interference from = lower.interference;
        Interference to = upper.interference;
        return new Interference(
                between(from.masterNanos(), to.masterNanos(), share),
                between(from.workerNanos(), to.workerNanos(), share),
                between(from.slotNanos(), to.slotNanos(), share),
                between(from.applicationNanos(), to.applicationNanos(), share),
                between(from.unitSeconds(), to.unitSeconds(), share));
    }

    private static double between(double from, double to, double share) {
        return from + share * (to - from);
    }
}
