package dev.sluice.model.predict;

import dev.sluice.model.IfKnown;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Predicted run times by number of workers.
 *
 * @param points by ascending number of workers, one at least
 */
public record ScalingCurve(List<Point> points) {
    /** A number of workers within this factor of the best time gains nothing from more workers. */
    private static final double NEAR = 1.05;

    /** More workers are in vain if they bring less than this part of their share. */
    private static final double IN_VAIN = 0.5;

    /**
     * The prediction for one number of workers.
     *
     * @param seconds expected run time [s]
     * @param low run time if unit times are at the lower end of their interval [s]
     * @param high run time if unit times are at the upper end of their interval [s]
     * @param unitsPerSecond expected rate
     * @param limit the bottleneck, in words
     * @param stagingSeconds time until the last worker has the files of the run; 0 without files [s]
     */
    public record Point(
            int workers,
            double seconds,
            double low,
            double high,
            double unitsPerSecond,
            String limit,
            @IfKnown double stagingSeconds) {
        /** The same of a run without files. */
        public Point unstaged() {
            return new Point(workers, seconds, low, high, unitsPerSecond, limit, Double.NaN);
        }
    }

    public ScalingCurve {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a curve without points (expected: one or more)");
        }
    }

    /** The knee of the curve: the fewest workers within 5 % of the best time; all of them if there is no knee. */
    public Point knee() {
        int knee = knee(
                points.stream().mapToInt(Point::workers).toArray(),
                points.stream().mapToDouble(Point::seconds).toArray());
        return points.get(knee < 0 ? points.size() - 1 : knee);
    }

    /** True if the curve has a knee; otherwise more workers still help. */
    public boolean isFlat() {
        return knee().workers() < points.get(points.size() - 1).workers();
    }

    /**
     * The place of the knee in a curve, or -1 if it has none: from there to its end, time falls by less than 5 %, and
     * by less than half of what as many more slots would bring if none were in vain.
     *
     * @param counts of workers or slots, ascending
     * @param seconds for each of them
     */
    public static int knee(int[] counts, double[] seconds) {
        double best = Arrays.stream(seconds).min().orElse(0);
        int last = counts.length - 1;
        for (int i = 0; i < last; i++) {
            if (seconds[i] <= best * NEAR) {
                boolean flat = seconds[i] / best - 1 < IN_VAIN * ((double) counts[last] / counts[i] - 1);
                return flat ? i : -1;
            }
        }
        return -1;
    }

    /** The point for this number of workers. */
    public Optional<Point> at(int workers) {
        return points.stream().filter(point -> point.workers() == workers).findFirst();
    }
}
