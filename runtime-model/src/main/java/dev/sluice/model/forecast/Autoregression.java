package dev.sluice.model.forecast;

/**
 * First-order autoregression: the next value is a linear function of the previous one, fitted by least squares to all
 * pairs so far. The weight of a pair fades by the factor {@value #MEMORY} per value. Means and centred products are
 * updated incrementally (West 1979), so that neither a large offset nor a long series loses precision. The slope is
 * kept within ±1, because a steeper line would diverge from the series.
 */
final class Autoregression implements Predictor {
    private static final double MEMORY = 0.99;

    private double weight;
    private double meanBefore;
    private double meanAfter;
    private double squares;
    private double products;

    @Override
    public String name() {
        return "autoregression";
    }

    @Override
    public double next(Recent recent) {
        double value = recent.ago(0);
        if (recent.count() == 1) {
            return value;
        }
        double before = recent.ago(1);
        weight = MEMORY * weight + 1;
        double distanceBefore = before - meanBefore;
        meanBefore += distanceBefore / weight;
        meanAfter += (value - meanAfter) / weight;
        squares = MEMORY * squares + distanceBefore * (before - meanBefore);
        products = MEMORY * products + distanceBefore * (value - meanAfter);
        if (!(squares > 0)) {
            return value;
        }
        double slope = Math.max(-1, Math.min(1, products / squares));
        return meanAfter + slope * (value - meanBefore);
    }
}
