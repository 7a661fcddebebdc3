package dev.sluice.benchmarks.papers;

import java.util.Arrays;
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

    /** Pairs that the prediction tells apart by more than 5 %, and that runs order the other way round. */
    int contradictions() {
        int count = 0;
        for (int a = 0; a < found.length; a++) {
            for (int b = 0; b < found.length; b++) {
                count += predicted[a] > (1 + APART) * predicted[b] && found[a] < found[b] ? 1 : 0;
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
