package dev.sluice.model.forecast;

/** The mean of all values so far. Each value moves the mean by its share, so that no sum grows. */
final class RunningMean implements Predictor {
    private double mean;

    @Override
    public String name() {
        return "running mean";
    }

    @Override
    public double next(Recent recent) {
        mean += (recent.ago(0) - mean) / recent.count();
        return mean;
    }
}
