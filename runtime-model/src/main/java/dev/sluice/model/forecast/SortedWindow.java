package dev.sluice.model.forecast;

import java.util.Arrays;

/**
 * The newest values in ascending order. Bisection finds a place, and the values after it move by one. For about fifty
 * numbers in one array this is quicker than any tree.
 */
final class SortedWindow implements SizedWindow {
    private final double[] sorted;
    private final int window;
    private int count;
    private long seen;

    /** @param window maximum number of values kept by {@link #follow} */
    SortedWindow(int window) {
        this.window = window;
        this.sorted = new double[window + 1];
    }

    int window() {
        return window;
    }

    @Override
    public int count() {
        return count;
    }

    /** Adds the newest value, unless it was added already, and removes a value beyond the window. */
    void follow(Recent recent) {
        if (seen == recent.count()) {
            return;
        }
        grow(recent);
        if (count > window) {
            shrink(recent);
        }
    }

    @Override
    public void grow(Recent recent) {
        double value = recent.ago(0);
        int place = placeOf(value);
        System.arraycopy(sorted, place, sorted, place + 1, count - place);
        sorted[place] = value;
        count++;
        seen = recent.count();
    }

    @Override
    public void shrink(Recent recent) {
        int place = placeOf(recent.ago(count - 1));
        count--;
        System.arraycopy(sorted, place + 1, sorted, place, count - place);
    }

    @Override
    public double middle() {
        return median();
    }

    @Override
    public double middleWithoutOldest(Recent recent) {
        return medianWithout(recent.ago(count - 1));
    }

    @Override
    public double middleWithOneMore(Recent recent) {
        return medianWith(recent.ago(count));
    }

    double median() {
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    }

    /** The median with one more value. */
    double medianWith(double value) {
        int place = placeOf(value);
        return (withValue(count / 2, place, value) + withValue((count + 1) / 2, place, value)) / 2;
    }

    /** The median without one of the values; the window must hold another. */
    double medianWithout(double value) {
        int place = placeOf(value);
        return (withoutPlace((count - 2) / 2, place) + withoutPlace((count - 1) / 2, place)) / 2;
    }

    /** The mean of the values that remain after {@code cut} values were removed at either end. */
    double meanWithoutEnds(int cut) {
        double sum = 0;
        for (int i = cut; i < count - cut; i++) {
            sum += sorted[i];
        }
        return sum / (count - 2 * cut);
    }

    private double withValue(int rank, int place, double value) {
        if (rank == place) {
            return value;
        }
        return sorted[rank < place ? rank : rank - 1];
    }

    private double withoutPlace(int rank, int place) {
        return sorted[rank < place ? rank : rank + 1];
    }

    /** The place of the value, or its insertion point. */
    private int placeOf(double value) {
        int found = Arrays.binarySearch(sorted, 0, count, value);
        return found < 0 ? -found - 1 : found;
    }
}
