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
}
