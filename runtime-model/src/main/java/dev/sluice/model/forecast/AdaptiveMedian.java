package dev.sluice.model.forecast;

/** The median of a window of 1 to {@link Bank#LARGEST_WINDOW} values whose size follows the series. */
final class AdaptiveMedian implements Predictor {
    private final AdaptiveWindow window = new AdaptiveWindow();
    private final SortedWindow values = new SortedWindow(Bank.LARGEST_WINDOW);

    @Override
    public String name() {
        return "adaptive median";
    }

    @Override
    public double next(Recent recent) {
        int leaving = recent.count() == 1 ? 0 : window.leaving(recent.ago(0));
        values.grow(recent);
        for (int i = 0; i < leaving; i++) {
            values.shrink(recent);
        }
        int count = values.count();
        window.expect(
                count == 1 ? Double.NaN : values.medianWithout(recent.ago(count - 1)),
                values.median(),
                count == Bank.LARGEST_WINDOW || count == recent.count()
                        ? Double.NaN
                        : values.medianWith(recent.ago(count)));
        return window.forecast();
    }
}
