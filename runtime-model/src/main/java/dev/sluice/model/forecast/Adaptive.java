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

    /**
     * The size of a window that adapts to the series. At each value the size stays, shrinks by one or grows by one,
     * whichever forecast the value best. The window thus grows while the series is steady and shrinks when old values
     * mislead.
     */
    private static final class AdaptiveWindow {
        private double narrower = Double.NaN;
        private double same = Double.NaN;
        private double wider = Double.NaN;

        /** The number of oldest values to remove after this value was added: 0, 1 or 2. */
        int leaving(double value) {
            double error = Math.abs(value - same);
            // Comparisons with NaN are false, so that a size without a forecast does not win.
            if (Math.abs(value - wider) < error && !(Math.abs(value - narrower) < Math.abs(value - wider))) {
                return 0;
            }
            return Math.abs(value - narrower) < error ? 2 : 1;
        }

        /** Sets each size's forecast of the next value; NaN if there is no such window. */
        void expect(double narrower, double same, double wider) {
            this.narrower = narrower;
            this.same = same;
            this.wider = wider;
        }

        double forecast() {
            return same;
        }
    }
}
