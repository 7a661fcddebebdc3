package dev.sluice.model.tune;

import dev.sluice.model.Median;
import java.util.ArrayList;
import java.util.List;

/**
 * How far the model was from the run at earlier checkpoints. An error that all settings have in common cancels out
 * where they are compared; the rest of it is doubt. Confined to its tuner.
 */
final class ModelError {
    /** The doubt before anything was compared, as a logarithm. */
    private static final double FIRST = 0.03;

    private final double leastDoubt;

    /** Latest comparisons that count. */
    private static final int MEMORY = 20;

    private final List<Double> logs = new ArrayList<>();

    /** The least and the greatest comparison of all, as logarithms. */
    private double least = Double.POSITIVE_INFINITY;

    private double most = Double.NEGATIVE_INFINITY;

    /** @param leastDoubt as a logarithm */
    ModelError(double leastDoubt) {
        this.leastDoubt = leastDoubt;
    }

    void add(double seenSeconds, double foretoldSeconds) {
        if (seenSeconds > 0 && foretoldSeconds > 0) {
            double log = Math.log(seenSeconds / foretoldSeconds);
            least = Math.min(least, log);
            most = Math.max(most, log);
            logs.add(log);
            if (logs.size() > MEMORY) {
                logs.remove(0);
            }
        }
    }

    /** True before anything was compared. */
    boolean isEmpty() {
        return logs.isEmpty();
    }

    /** Foretold times are multiplied by it. */
    double factor() {
        return Math.exp(bias());
    }

    /** Typical difference to the median, as a logarithm. */
    double doubt() {
        if (logs.size() < 2) {
            return FIRST;
        }
        double bias = bias();
        return Math.max(leastDoubt, Median.of(logs.stream().mapToDouble(log -> Math.abs(log - bias))));
    }

    /**
     * The difference between the greatest and the least error of the run so far, as a logarithm: hosts that begin to
     * compute may be as slow beside their later times as all were at first.
     */
    double widest() {
        return Math.max(0, most - least);
    }

    private double bias() {
        return Median.of(logs.stream().mapToDouble(Double::doubleValue));
    }
}
