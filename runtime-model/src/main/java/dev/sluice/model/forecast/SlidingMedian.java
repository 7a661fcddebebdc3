package dev.sluice.model.forecast;

/** The median of the values in a window, the mean of the middle two where their number is even. */
final class SlidingMedian implements Predictor {
    private final SortedWindow values;

    SlidingMedian(SortedWindow values) {
        this.values = values;
    }

    @Override
    public String name() {
        return "sliding median " + values.window();
    }

    @Override
    public double next(Recent recent) {
        values.follow(recent);
        return values.median();
    }
}
