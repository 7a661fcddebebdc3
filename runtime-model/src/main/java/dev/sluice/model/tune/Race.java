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

    /** Simulations of each finalist. */
    private static final int RUNS = 5;

    /** Quantile of Student's distribution for one side, 95 % and {@code RUNS - 1} degrees of freedom. */
    private static final double STUDENT = 2.132;

    /** A candidate with the times of the rest of the cycle without and with it. */
    record Winner(Candidate candidate, double secondsNow, double secondsThen, double gain, double error) {}

    /** The candidate with the greatest gain, whether or not it exceeds its error; null without candidates. */
    @Nullable Winner winner(List<Candidate> candidates) {
        if (candidates.isEmpty()) {
            return null;
        }
        double[] nowSeconds = new double[RUNS];
        for (int i = 0; i < RUNS; i++) {
            nowSeconds[i] = model.rest(now, seed + i);
        }
        return candidates.stream()
                .map(each -> new Timed(each, model.rest(each.setting(), seed)))
                .sorted(Comparator.comparingDouble(Timed::seconds))
                .limit(FINALISTS)
                .map(each -> compared(each, nowSeconds))
                .max(Comparator.comparingDouble(each -> each.gain() - each.error()))
                .orElseThrow();
    }

    private record Timed(Candidate candidate, double seconds) {}

    private Winner compared(Timed first, double[] nowSeconds) {
        double sum = 0;
        double squares = 0;
        double nowSum = 0;
        double thenSum = 0;
        for (int i = 0; i < RUNS; i++) {
            double then = i == 0
                    ? first.seconds()
                    : model.rest(first.candidate().setting(), seed + i);
            double gain = Math.log(nowSeconds[i] / then);
            sum += gain;
            squares += gain * gain;
            nowSum += nowSeconds[i];
            thenSum += then;
        }
        double mean = sum / RUNS;
        double variance = Math.max(0, squares - RUNS * mean * mean) / (RUNS - 1);
        return new Winner(
                first.candidate(), nowSum / RUNS, thenSum / RUNS, mean, STUDENT * Math.sqrt(variance / RUNS));
    }
}
