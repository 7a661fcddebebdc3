package dev.sluice.model.forecast;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Computes the forecasts of the members of the bank by definition, each from the whole series. */
final class NaiveBank {
    private static final int LARGEST_WINDOW = 50;

    private int meanWindow;
    private int medianWindow;

    /**
     * The forecasts of the value after the first {@code count}, in the order of the bank. Must be called for each count
     * from 1 on.
     */
    Map<String, Double> forecasts(double[] series, int count) {
        double[] values = Arrays.copyOf(series, count);
        Map<String, Double> forecasts = new LinkedHashMap<>();
        forecasts.put("last value", values[count - 1]);
        forecasts.put("running mean", mean(values));
        for (int window : new int[] {5, 10, 20, 50}) {
            forecasts.put("sliding mean " + window, mean(newest(values, window)));
        }
        for (int window : new int[] {5, 10, 20, 50}) {
            forecasts.put("sliding median " + window, median(newest(values, window)));
            forecasts.put("trimmed mean " + window, trimmedMean(newest(values, window)));
        }
        for (double gain : new double[] {0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9}) {
            forecasts.put("exponential smoothing " + gain, smoothed(values, gain));
        }
        meanWindow = adapted(values, meanWindow, NaiveBank::mean);
        medianWindow = adapted(values, medianWindow, NaiveBank::median);
        forecasts.put("adaptive mean", mean(newest(values, meanWindow)));
        forecasts.put("adaptive median", median(newest(values, medianWindow)));
        forecasts.put("autoregression", autoregression(values));
        return forecasts;
    }

    static double[] newest(double[] values, int window) {
        return Arrays.copyOfRange(values, Math.max(0, values.length - window), values.length);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double trimmedMean(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int cut = sorted.length / 4;
        return mean(Arrays.copyOfRange(sorted, cut, sorted.length - cut));
    }

    /** Computes the weighted sum of all values directly. */
    private static double smoothed(double[] values, double gain) {
        int newest = values.length - 1;
        double smoothed = values[0] * Math.pow(1 - gain, newest);
        for (int i = 1; i <= newest; i++) {
            smoothed += values[i] * gain * Math.pow(1 - gain, newest - i);
        }
        return smoothed;
    }

    /** The best window for the newest value among the one used, one less and one more. */
    private static int adapted(double[] values, int window, ToDoubleFunction<double[]> forecast) {
        if (values.length == 1) {
            return 1;
        }
        double[] before = Arrays.copyOf(values, values.length - 1);
        double value = values[values.length - 1];
        int best = window;
        double least = Math.abs(value - forecast.applyAsDouble(newest(before, window)));
        for (int other : new int[] {window - 1, window + 1}) {
            if (other >= 1 && other <= Math.min(LARGEST_WINDOW, before.length)) {
                double error = Math.abs(value - forecast.applyAsDouble(newest(before, other)));
                // Ties go to the wider window.
                if (error < least || (error == least && best != window)) {
                    best = other;
                    least = error;
                }
            }
        }
        return best;
    }

    private static double autoregression(double[] values) {
        int pairs = values.length - 1;
        double weights = 0;
        double meanBefore = 0;
        double meanAfter = 0;
        for (int i = 0; i < pairs; i++) {
            double weight = Math.pow(0.99, pairs - 1 - i);
            weights += weight;
            meanBefore += weight * values[i];
            meanAfter += weight * values[i + 1];
        }
        meanBefore /= weights;
        meanAfter /= weights;
        double squares = 0;
        double products = 0;
        for (int i = 0; i < pairs; i++) {
            double weight = Math.pow(0.99, pairs - 1 - i);
            squares += weight * (values[i] - meanBefore) * (values[i] - meanBefore);
            products += weight * (values[i] - meanBefore) * (values[i + 1] - meanAfter);
        }
        double last = values[pairs];
        if (pairs == 0 || squares == 0) {
            return last;
        }
        return meanAfter + Math.max(-1, Math.min(1, products / squares)) * (last - meanBefore);
    }
}
