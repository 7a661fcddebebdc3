package dev.sluice.insight.replay;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The time of one simulation, or of several with other drawn units.
 *
 * @param seconds of each draw [s]; infinite if the run cannot end
 */
public record ReplayTime(List<Double> seconds) {
    public ReplayTime {
        seconds = List.copyOf(seconds);
    }

    /** Mean over the draws [s]. */
    public double mean() {
        return mean(seconds);
    }

    /** Standard deviation over the draws [s]; 0 for one. */
    public double spread() {
        return deviation(seconds);
    }

    /** Tells whether the run ends. */
    public boolean ends() {
        return Double.isFinite(mean());
    }

    /** Mean of what this takes longer than another time, draw by draw [%]. */
    public double percentAbove(ReplayTime other) {
        return mean(percents(other));
    }

    /** Standard deviation of {@link #percentAbove} over the draws; 0 for one [%]. */
    public double percentSpread(ReplayTime other) {
        return deviation(percents(other));
    }

    private List<Double> percents(ReplayTime other) {
        return IntStream.range(0, seconds.size())
                .mapToObj(draw -> 100 * (seconds.get(draw) / other.seconds.get(draw) - 1))
                .toList();
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    private static double deviation(List<Double> values) {
        double mean = mean(values);
        double squares = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        return values.size() < 2 || Double.isNaN(squares) ? 0 : Math.sqrt(squares / (values.size() - 1));
    }
}
