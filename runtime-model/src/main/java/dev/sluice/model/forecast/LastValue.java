package dev.sluice.model.forecast;

/** Forecasts the previous value. */
final class LastValue implements Predictor {
    @Override
    public String name() {
        return "last value";
    }

    @Override
    public double next(Recent recent) {
        return recent.ago(0);
    }
}
