package dev.sluice.model;

import java.util.stream.DoubleStream;

/** The middle of a set of numbers. */
public final class Median {
    private Median() {}

    /** The value in the middle, or the mean of the two in the middle of an even number of values; 0 without values. */
    public static double of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length == 0 ? 0 : sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
