package dev.sluice.model.forecast;

/**
 * The mean or median of a window of 1 to {@link Bank#LARGEST_WINDOW} values. The window's size adapts to the series.
 */
final class Adaptive implements Predictor {
    private final String name;
    private final AdaptiveWindow size = new AdaptiveWindow();
    private final SizedWindow values;

    /** @param values empty, with room for one more than the largest window */
    Adaptive(String name, SizedWindow values) {
        this.name = name;
        this.values = values;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public double next(Recent recent) {
        int leaving = recent.count() == 1 ? 0 : size.leaving(recent.ago(0));
        values.grow(recent);
        for (int i = 0; i < leaving; i++) {
            values.shrink(recent);
        }
        int count = values.count();
        size.expect(
                count == 1 ? Double.NaN : values.middleWithoutOldest(recent),
                values.middle(),
                count == Bank.LARGEST_WINDOW || count == recent.count()
                        ? Double.NaN
                        : values.middleWithOneMore(recent));
        return size.forecast();
    }
}
