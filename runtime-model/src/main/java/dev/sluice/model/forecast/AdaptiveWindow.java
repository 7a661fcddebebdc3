package dev.sluice.model.forecast;

/**
 * The size of a window that follows the series: at each value it becomes the one, of itself, one less and one more,
 * that had forecast it best. So it grows while the series is steady and shrinks when old values mislead.
 */
final class AdaptiveWindow {
    private double narrower = Double.NaN;
    private double same = Double.NaN;
    private double wider = Double.NaN;

    /** How many of the oldest values leave a window that has just taken in this value: 0, 1 or 2. */
    int leaving(double value) {
        double error = Math.abs(value - same);
        // Comparisons with NaN are false: what was not forecast does not win.
        if (Math.abs(value - wider) < error && !(Math.abs(value - narrower) < Math.abs(value - wider))) {
            return 0;
        }
        return Math.abs(value - narrower) < error ? 2 : 1;
    }

    /** What each size forecasts next; NaN where there is no such window. */
    void expect(double narrower, double same, double wider) {
        this.narrower = narrower;
        this.same = same;
        this.wider = wider;
    }

    double forecast() {
        return same;
    }
}
