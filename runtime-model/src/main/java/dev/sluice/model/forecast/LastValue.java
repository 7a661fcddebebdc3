package dev.sluice.model.forecast;

/** The next value is the one before it. */
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
