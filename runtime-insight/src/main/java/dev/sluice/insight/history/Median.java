package dev.sluice.insight.history;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The value in the middle; of an even number of values, the mean of the two. */
public final class Median {
    private Median() {}

    /** Of a figure of each; of at least one. */
    public static <T> double of(List<T> all, ToDoubleFunction<? super T> figure) {
        double[] sorted = all.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
