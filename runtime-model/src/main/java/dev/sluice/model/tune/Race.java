package dev.sluice.model.tune;

import java.util.Arrays;
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

    /** Most simulations of each finalist; that which made it one does not count. */
    private static final int RUNS = 8;

    /**
     * Quantiles of Student's distribution for one side, 99.5 % and so many degrees of freedom. The best of many
     * candidates looks better than it is.
     */
    private static final double[] STUDENT = {0, 63.66, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499};

    /** Simulations of each finalist at least. */
    private static final int LEAST_RUNS = 3;

    /** The race is over when the error of each finalist is below this part of its gain. */
    private static final double DECIDED = 0.1;

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
        Course[] courses = finalists.stream().map(Course::new).toArray(Course[]::new);
        for (int run = 0; run < RUNS && !isDecided(courses); run++) {
            double nowSeconds = model.rest(now, seed + 1 + run);
            for (Course each : courses) {
                each.add(nowSeconds, model.rest(each.candidate.setting(), seed + 1 + run));
            }
        }
        return Arrays.stream(courses)
                .map(Course::winner)
                .max(Comparator.comparingDouble(each -> each.gain() - each.error()))
                .orElse(null);
    }

    private record Timed(Candidate candidate, double seconds) {}

    /** More simulations would change nothing: true at once if there are no finalists. */
    private static boolean isDecided(Course[] courses) {
        return Arrays.stream(courses).allMatch(Course::isDecided);
    }

    /** The simulations of one finalist, and those of the present setting with the same units. */
    private static final class Course {
        private final Candidate candidate;
        private int runs;
        private double sum;
        private double squares;
        private double nowSum;
        private double thenSum;

        Course(Candidate candidate) {
            this.candidate = candidate;
        }

        void add(double nowSeconds, double thenSeconds) {
            double gain = Math.log(nowSeconds / thenSeconds);
            runs++;
            sum += gain;
            squares += gain * gain;
            nowSum += nowSeconds;
            thenSum += thenSeconds;
        }

        private double gain() {
            return sum / runs;
        }

        private double error() {
            double variance = Math.max(0, squares - sum * sum / runs) / (runs - 1);
            return STUDENT[runs - 1] * Math.sqrt(variance / runs);
        }

        boolean isDecided() {
            return runs >= LEAST_RUNS && error() <= DECIDED * Math.abs(gain());
        }

        Winner winner() {
            return new Winner(candidate, nowSum / runs, thenSum / runs, gain(), error());
        }
    }
}
