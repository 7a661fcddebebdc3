package dev.sluice.model.forecast;

import java.util.Arrays;

/**
 * The newest values in ascending order. Places are found by bisection. What stands behind them moves by one, which for
 * some fifty numbers in one array is quicker than any tree.
 */
final class SortedWindow implements SizedWindow {
    private final double[] sorted;
    private final int window;
    private int count;
    private long seen;

    /** @param window the most values that are kept by {@link #follow} */
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

    /** Takes in the newest value, unless that was done, and leaves out what is beyond the window. */
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

    /** What the median would be with one more value. */
    double medianWith(double value) {
        int place = placeOf(value);
        return (withValue(count / 2, place, value) + withValue((count + 1) / 2, place, value)) / 2;
    }

    /** What the median would be without one of the values; there is another. */
    double medianWithout(double value) {
        int place = placeOf(value);
        return (withoutPlace((count - 2) / 2, place) + withoutPlace((count - 1) / 2, place)) / 2;
    }

    /** The mean of what remains when this many have been taken away at either end. */
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

    /** Where the value is, or would be. */
    private int placeOf(double value) {
        int found = Arrays.binarySearch(sorted, 0, count, value);
        return found < 0 ? -found - 1 : found;
    }
}
