package dev.sluice.model.forecast;

import java.util.ArrayList;
import java.util.List;

/** The predictors that compete. */
final class Bank {
    /** Upper bound of every predictor's window. */
    static final int LARGEST_WINDOW = 50;

    private static final int[] WINDOWS = {5, 10, 20, LARGEST_WINDOW};
    private static final double[] GAINS = {0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9};

    private Bank() {}

    /** Creates new predictors without values. */
    static List<Predictor> members() {
        List<Predictor> members = new ArrayList<>();
        members.add(new LastValue());
        members.add(new RunningMean());
        for (int window : WINDOWS) {
            members.add(new SlidingMean(window));
        }
        for (int window : WINDOWS) {
            SortedWindow values = new SortedWindow(window);
            members.add(new SlidingMedian(values));
            members.add(new TrimmedMean(values));
        }
        for (double gain : GAINS) {
            members.add(new ExponentialSmoothing(gain));
        }
        members.add(new Adaptive("adaptive mean", new SlidingSum(LARGEST_WINDOW)));
        members.add(new Adaptive("adaptive median", new SortedWindow(LARGEST_WINDOW)));
        members.add(new Autoregression());
        return List.copyOf(members);
    }

    /** Forecasts the previous value. */
    private static final class LastValue implements Predictor {
        @Override
        public String name() {
            return "last value";
        }

        @Override
        public double next(Recent recent) {
            return recent.ago(0);
        }
    }

    /** The median of the values in a window, the mean of the middle two where their number is even. */
    private static final class SlidingMedian implements Predictor {
        private final SortedWindow values;

        SlidingMedian(SortedWindow values) {
            this.values = values;
        }

        @Override
        public String name() {
            return "sliding median " + values.window();
        }

        @Override
        public double next(Recent recent) {
            values.follow(recent);
            return values.median();
        }
    }

    /** The mean of the values in a window without the least and the greatest quarter of them. */
    private static final class TrimmedMean implements Predictor {
        private final SortedWindow values;

        TrimmedMean(SortedWindow values) {
            this.values = values;
        }

        @Override
        public String name() {
            return "trimmed mean " + values.window();
        }

        @Override
        public double next(Recent recent) {
            values.follow(recent);
            return values.meanWithoutEnds(values.count() / 4);
        }
    }

    /** The mean of the values in a window, or of all values while they are fewer. */
    private static final class SlidingMean implements Predictor {
        private final int window;
        private final SlidingSum values;

        SlidingMean(int window) {
            this.window = window;
            this.values = new SlidingSum(window);
        }

        @Override
        public String name() {
            return "sliding mean " + window;
        }

        @Override
        public double next(Recent recent) {
            values.grow(recent);
            if (values.count() > window) {
                values.shrink(recent);
            }
            return values.sum() / values.count();
        }
    }

    /** The mean of all values so far. Each value moves the mean by its share, so that no sum grows. */
    static final class RunningMean implements Predictor {
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

    /**
     * Exponential smoothing: the forecast moves towards each value by a fixed share of the distance. The first value is
     * the first forecast.
     */
    static final class ExponentialSmoothing implements Predictor {
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

    /**
     * First-order autoregression: the next value is a linear function of the previous one, fitted by least squares to
     * all pairs so far. The weight of a pair fades by the factor {@value #MEMORY} per value. Means and centred products
     * are updated incrementally (West 1979), so that neither a large offset nor a long series loses precision. The
     * slope is kept within ±1, because a steeper line would diverge from the series.
     */
    static final class Autoregression implements Predictor {
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

    /**
     * The sum of a window that grows at its new end and shrinks at its old one. No value is ever subtracted, so that a
     * large value leaves no rounding error after it has left. The window has two halves (a queue of two stacks): the
     * older half stores the sum from each value on, the newer half only its total. Each value takes a constant number
     * of additions, on average.
     */
    private static final class SlidingSum implements SizedWindow {
        /** {@code older[i]}: the sum of the newest i + 1 values of the older half. */
        private final double[] older;

        private int olderCount;
        private double newer;
        private int newerCount;

        SlidingSum(int largest) {
            older = new double[largest + 1];
        }

        @Override
        public int count() {
            return olderCount + newerCount;
        }

        double sum() {
            return olderCount == 0 ? newer : older[olderCount - 1] + newer;
        }

        @Override
        public double middle() {
            return sum() / count();
        }

        @Override
        public double middleWithoutOldest(Recent recent) {
            shift(recent);
            return (olderCount == 1 ? newer : older[olderCount - 2] + newer) / (count() - 1);
        }

        @Override
        public double middleWithOneMore(Recent recent) {
            return (sum() + recent.ago(count())) / (count() + 1);
        }

        @Override
        public void grow(Recent recent) {
            newer += recent.ago(0);
            newerCount++;
        }

        @Override
        public void shrink(Recent recent) {
            shift(recent);
            olderCount--;
        }

        /** Moves the newer half into the older one if that is empty. */
        private void shift(Recent recent) {
            if (olderCount > 0) {
                return;
            }
            double sum = 0;
            for (int i = 0; i < newerCount; i++) {
                sum += recent.ago(i);
                older[i] = sum;
            }
            olderCount = newerCount;
            newer = 0;
            newerCount = 0;
        }
    }
}
