package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.papers.LabRuns.Timed;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * Predicted rates beside those of simulated or real runs.
 *
 * @param predicted rates by index, of a host or of a way of running [units/s]
 * @param found rates of the runs by the same index [units/s]
 */
record ComparedRates(double[] predicted, double[] found) {
    /** A prediction that differs by less does not order two rates. */
    private static final double APART = 0.05;

    /** The rates of simulated runs beside those of real ones, in the order of the runs. */
    static ComparedRates of(Collection<Timed> runs) {
        return new ComparedRates(
                runs.stream()
                        .mapToDouble(each -> each.units() / each.simulated())
                        .toArray(),
                runs.stream().mapToDouble(Timed::rate).toArray());
    }

    /** The error of a prediction: 0.1 if it is 10 % too high. */
    double error(int index) {
        return predicted[index] / found[index] - 1;
    }

    double worstError() {
        return IntStream.range(0, found.length)
                .mapToDouble(index -> Math.abs(error(index)))
                .max()
                .orElse(0);
    }

    /** Pairs that the prediction tells apart by more than 5 %. */
    int pairsApart() {
        return pairs((faster, slower) -> true);
    }

    /** Pairs that the prediction tells apart by more than 5 %, and that runs order the other way round. */
    int contradictions() {
        return pairs((faster, slower) -> found[faster] < found[slower]);
    }

    private int pairs(BiPredicate<Integer, Integer> counts) {
        int count = 0;
        for (int a = 0; a < found.length; a++) {
            for (int b = 0; b < found.length; b++) {
                count += predicted[a] > (1 + APART) * predicted[b] && counts.test(a, b) ? 1 : 0;
            }
        }
        return count;
    }

    /** The time that the slowest takes longer than the fastest: 0.2 for 20 %. */
    double spread() {
        return 1 / ofBest(slowest()) - 1;
    }

    /** The rate of the one with the best prediction, over the best rate. */
    double chosenOverBest() {
        return ofBest(index(predicted, Arrays.stream(predicted).max().orElse(0)));
    }

    /** A rate over the best one: at most 1. */
    double ofBest(int index) {
        return found[index] / Arrays.stream(found).max().orElse(1);
    }

    /** The index of the lowest rate. */
    int slowest() {
        return index(found, Arrays.stream(found).min().orElse(0));
    }

    private static int index(double[] of, double value) {
        return IntStream.range(0, of.length)
                .filter(index -> of[index] == value)
                .findFirst()
                .orElse(0);
    }
}
