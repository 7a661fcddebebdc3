package dev.sluice.model.forecast;

/** The mean of the values in a window without the least and the greatest quarter of them. */
final class TrimmedMean implements Predictor {
    private final SortedWindow values;

    TrimmedMean(SortedWindow values) {
        this.values = values;
    }

    @Override
    public String name() {
        return "trimmed mean " + values.window();
    }

    @Override
    public double next(Recent recent) {
        values.follow(recent);
        return values.meanWithoutEnds(values.count() / 4);
    }
}
