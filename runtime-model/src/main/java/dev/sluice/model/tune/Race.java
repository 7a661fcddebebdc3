package dev.sluice.model.tune;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares candidates with the setting that holds. All are simulated once; the best ones and the present setting some
 * more times, with the same seeds. Pure.
 *
 * @param model of this moment
 * @param now the setting that holds
 * @param seed the first seed
 */
record Race(Foretelling model, Setting now, long seed) {
    /** Candidates that are simulated more than once. */
    private static final int FINALISTS = 3;

    /** A candidate needs this gain in its first simulation to be simulated again. */
    private static final double LEAST = 0.01;

    /** Simulations of each finalist; that which made it one does not count. */
    private static final int RUNS = 8;

    /**
     * Quantile of Student's distribution for one side, 99.5 % and {@code RUNS - 1} degrees of freedom. The best of many
     * candidates looks better than it is.
     */
    private static final double STUDENT = 3.499;

    /** A candidate with the times of the rest of the cycle without and with it. */
    record Winner(Candidate candidate, double secondsNow, double secondsThen, double gain, double error) {}

    /** The candidate with the greatest gain, whether or not it exceeds its error; null if none looks better at all. */
    @Nullable
    Winner winner(List<Candidate> candidates) {
        if (candidates.isEmpty()) {
            return null;
        }
        double most = model.rest(now, seed) * (1 - LEAST);
        List<Candidate> finalists = candidates.stream()
                .map(each -> new Timed(each, model.rest(each.setting(), seed)))
                .filter(each -> each.seconds() < most)
                .sorted(Comparator.comparingDouble(Timed::seconds))
                .limit(FINALISTS)
                .map(Timed::candidate)
                .toList();
        double[] nowSeconds = new double[finalists.isEmpty() ? 0 : RUNS];
        for (int i = 0; i < nowSeconds.length; i++) {
            nowSeconds[i] = model.rest(now, seed + 1 + i);
        }
        return finalists.stream()
                .map(each -> compared(each, nowSeconds))
                .max(Comparator.comparingDouble(each -> each.gain() - each.error()))
                .orElse(null);
    }

    private record Timed(Candidate candidate, double seconds) {}

    private Winner compared(Candidate candidate, double[] nowSeconds) {
        double sum = 0;
        double squares = 0;
        double nowSum = 0;
        double thenSum = 0;
        for (int i = 0; i < RUNS; i++) {
            double then = model.rest(candidate.setting(), seed + 1 + i);
            double gain = Math.log(nowSeconds[i] / then);
            sum += gain;
            squares += gain * gain;
            nowSum += nowSeconds[i];
            thenSum += then;
        }
        double mean = sum / RUNS;
        double variance = Math.max(0, squares - RUNS * mean * mean) / (RUNS - 1);
        return new Winner(candidate, nowSum / RUNS, thenSum / RUNS, mean, STUDENT * Math.sqrt(variance / RUNS));
    }
}
