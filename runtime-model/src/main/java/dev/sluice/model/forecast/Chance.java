package dev.sluice.model.forecast;

/**
 * The chance that something takes at most a time, if the logarithm of its time has normal errors and its interval holds
 * 95 of 100 of them.
 */
public final class Chance {
    private Chance() {}

    /**
     * The chance, from 0 to 1.
     *
     * @param low lower end of the interval, above 0 [s]
     * @param high its upper end [s]
     * @param most the time that it may take [s]
     */
    public static double ofAtMost(double most, double low, double high) {
        return ofAtMost(most, low, Math.sqrt(low * high), high);
    }

    /**
     * The same of an interval that reaches further to one side.
     *
     * @param middle which half of the times do not exceed, in the interval [s]
     */
    public static double ofAtMost(double most, double low, double middle, double high) {
        if (!(most > 0)) {
            return 0;
        }
        double above = Math.log(most / middle);
        double deviation = (above < 0 ? Math.log(middle / low) : Math.log(high / middle)) / Calibration.NORMAL;
        return deviation > 0 ? below(above / deviation) : above >= 0 ? 1 : 0;
    }

    /**
     * The share of a standard normal distribution below this value, with an error of at most 7.5e-8. Abramowitz and
     * Stegun, Handbook of Mathematical Functions, 26.2.17.
     */
    static double below(double value) {
        double t = 1 / (1 + 0.2316419 * Math.abs(value));
        double density = Math.exp(-value * value / 2) / Math.sqrt(2 * Math.PI);
        double above = density
                * t
                * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return value >= 0 ? 1 - above : above;
    }
}
