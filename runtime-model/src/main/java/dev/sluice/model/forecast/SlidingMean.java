package dev.sluice.model.forecast;

/** The mean of the values in a window, or of all values while they are fewer. */
final class SlidingMean implements Predictor {
    private final int window;
    private final SlidingSum values;

    SlidingMean(int window) {
        this.window = window;
        this.values = new SlidingSum(window);
    }

    @Override
    public String name() {
        return "sliding mean " + window;
    }

    @Override
    public double next(Recent recent) {
        values.grow(recent);
        if (values.count() > window) {
            values.shrink(recent);
        }
        return values.sum() / values.count();
    }
}
