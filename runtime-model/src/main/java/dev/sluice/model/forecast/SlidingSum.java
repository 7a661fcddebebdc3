package dev.sluice.model.forecast;

/**
 * The sum of a window that grows at its new end and shrinks at its old one. No value is ever subtracted, so that a
 * large value leaves no rounding error after it has left. The window has two halves (a queue of two stacks): the older
 * half stores the sum from each value on, the newer half only its total. Each value takes a constant number of
 * additions, on average.
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

    /** Moves the newer half into the older one if that is empty. */
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
