package dev.sluice.model.forecast;

/** The mean of a window of 1 to {@link Bank#LARGEST_WINDOW} values whose size follows the series. */
final class AdaptiveMean implements Predictor {
    private final AdaptiveWindow window = new AdaptiveWindow();
    private final SlidingSum values = new SlidingSum(Bank.LARGEST_WINDOW);

    @Override
    public String name() {
        return "adaptive mean";
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
                count == 1 ? Double.NaN : values.sumWithoutOldest(recent) / (count - 1),
                values.sum() / count,
                count == Bank.LARGEST_WINDOW || count == recent.count()
                        ? Double.NaN
                        : (values.sum() + recent.ago(count)) / (count + 1));
        return window.forecast();
    }
}
