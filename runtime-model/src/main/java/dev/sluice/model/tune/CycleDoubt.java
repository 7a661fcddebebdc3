package dev.sluice.model.tune;

import dev.sluice.model.Median;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much the model's error in a whole cycle differs from that in the cycle before. An error that stays, or drifts
 * slowly while the code of a run is compiled, is common to all numbers of workers and no doubt in their comparison.
 * Confined to its tuner.
 */
final class CycleDoubt {
    /** The fewest differences that show a doubt, and the latest ones that count. */
    private static final int LEAST_MOVES = 2;

    private static final int MEMORY = 20;

    private final List<Double> moves = new ArrayList<>();
    private @Nullable Snapshot before;
    private @Nullable Setting held;

    /** The error of the latest whole cycle, as a logarithm; not a number without one. */
    private double error = Double.NaN;

    /**
     * A cycle has ended.
     *
     * @param snapshot the begin of the next one
     * @param now the setting that holds
     * @param foretold the time of the cycle, as the model says now [s]
     */
    void ended(Snapshot snapshot, Setting now, double foretold) {
        double next = now.equals(held) ? errorSince(before, snapshot, foretold) : Double.NaN;
        if (!Double.isNaN(next) && !Double.isNaN(error)) {
            moves.add(Math.abs(next - error));
            if (moves.size() > MEMORY) {
                moves.remove(0);
            }
        }
        error = next;
        before = snapshot;
        held = now;
    }

    /** The error of a whole cycle, as a logarithm; not a number if a cycle was left out or disturbed. */
    private static double errorSince(@Nullable Snapshot last, Snapshot snapshot, double foretold) {
        return last != null && snapshot.cycle() == last.cycle() + 1 && !snapshot.disturbed()
                ? Math.log(last.secondsOfACycle(snapshot) / foretold)
                : Double.NaN;
    }

    /**
     * The doubt in the time of a cycle, as a logarithm; not a number if too few cycles that follow each other were
     * seen. If errors were independent, two of them would differ by √2 times as much as one of them from the median.
     *
     * @param least half of a unit on each slot, because cycles end with whole units
     */
    double doubt(double least) {
        return moves.size() < LEAST_MOVES
                ? Double.NaN
                : Math.max(least, Median.of(moves.stream().mapToDouble(Double::doubleValue)) / Math.sqrt(2));
    }
}
