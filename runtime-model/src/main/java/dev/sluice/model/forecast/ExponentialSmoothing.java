package dev.sluice.model.forecast;

/**
 * Exponential smoothing: the forecast moves towards each value by a fixed share of the distance. The first value is the
 * first forecast.
 */
final class ExponentialSmoothing implements Predictor {
    private final double gain;
    private double level;

    ExponentialSmoothing(double gain) {
        this.gain = gain;
    }

    @Override
    public String name() {
        return "exponential smoothing " + gain;
    }

    @Override
    public double next(Recent recent) {
        double value = recent.ago(0);
        level = recent.count() == 1 ? value : level + gain * (value - level);
        return level;
    }
}
