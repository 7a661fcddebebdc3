package dev.sluice.model.forecast;

/**
 * First-order autoregression: the next value is a line of the one before it, fitted by least squares to all such pairs
 * so far, each counting {@value #MEMORY} times what it counted one value ago. Means and products of distances from them
 * are carried on (West 1979), so that neither a large offset nor a long series costs digits. The slope is kept within
 * ±1: a steeper line would run away from the series.
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
