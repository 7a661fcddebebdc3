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

    /** The least doubt, as a logarithm. */
    private final double least;

    /** Latest comparisons that count. */
    private static final int MEMORY = 20;

    private final List<Double> logs = new ArrayList<>();

    ModelError(double least) {
        this.least = least;
    }

    void add(double seenSeconds, double foretoldSeconds) {
        if (seenSeconds > 0 && foretoldSeconds > 0) {
            logs.add(Math.log(seenSeconds / foretoldSeconds));
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
        return Math.max(least, Median.of(logs.stream().mapToDouble(log -> Math.abs(log - bias))));
    }

    private double bias() {
        return Median.of(logs.stream().mapToDouble(Double::doubleValue));
    }
}
