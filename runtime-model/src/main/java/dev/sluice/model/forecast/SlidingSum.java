package dev.sluice.model.forecast;

/**
 * The sum of the newest values, of a window that grows at its new end and shrinks at its old one. Nothing is ever
 * subtracted, so that a large value leaves no trace when it has left: the window is in two halves, of the older one the
 * sums from each value on are known, of the newer one the whole sum (a queue of two stacks). A constant number of
 * additions for each value, on average.
 */
final class SlidingSum implements SizedWindow {
    /** {@code older[i]}: the sum of the newest i + 1 values of the older half. */
    private final double[] older;

    private int olderCount;
    private double newer;
    private int newerCount;

    SlidingSum(int largest) {
        older = new double[largest + 1];
    }

    @Override
    public int count() {
        return olderCount + newerCount;
    }

    double sum() {
        return olderCount == 0 ? newer : older[olderCount - 1] + newer;
    }

    @Override
    public double middle() {
        return sum() / count();
    }

    @Override
    public double middleWithoutOldest(Recent recent) {
        shift(recent);
        return (olderCount == 1 ? newer : older[olderCount - 2] + newer) / (count() - 1);
    }

    @Override
    public double middleWithOneMore(Recent recent) {
        return (sum() + recent.ago(count())) / (count() + 1);
    }

    @Override
    public void grow(Recent recent) {
        newer += recent.ago(0);
        newerCount++;
    }

    @Override
    public void shrink(Recent recent) {
        shift(recent);
        olderCount--;
    }

    /** Makes the older half hold a value. */
    private void shift(Recent recent) {
        if (olderCount > 0) {
            return;
        }
        double sum = 0;
        for (int i = 0; i < newerCount; i++) {
            sum += recent.ago(i);
            older[i] = sum;
        }
        olderCount = newerCount;
        newer = 0;
        newerCount = 0;
    }
}
