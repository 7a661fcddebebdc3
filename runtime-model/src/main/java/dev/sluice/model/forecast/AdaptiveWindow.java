package dev.sluice.model.forecast;

/**
 * The size of a window that adapts to the series. At each value the size stays, shrinks by one or grows by one,
 * whichever forecast the value best. The window thus grows while the series is steady and shrinks when old values
 * mislead.
 */
final class AdaptiveWindow {
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
