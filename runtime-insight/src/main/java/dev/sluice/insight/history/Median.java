package dev.sluice.insight.history;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The median: the middle value, or the mean of the two middle values. */
public final class Median {
    private Median() {}

    /** The median of a figure of at least one element. */
    public static <T> double of(List<T> all, ToDoubleFunction<? super T> figure) {
        double[] sorted = all.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
