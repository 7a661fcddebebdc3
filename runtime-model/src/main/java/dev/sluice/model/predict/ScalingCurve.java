package dev.sluice.model.predict;

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
            double stagingSeconds) {}

    public ScalingCurve {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a curve without points (expected: one or more)");
        }
    }

    /** The knee of the curve: the fewest workers within 5 % of the best time. */
    public Point knee() {
        double best = points.stream().mapToDouble(Point::seconds).min().orElseThrow();
        return points.stream()
                .filter(point -> point.seconds() <= best * NEAR)
                .findFirst()
                .orElseThrow();
    }

    /** True if the curve has points beyond the knee; otherwise the real knee may lie further on. */
    public boolean isFlat() {
        return knee().workers() < points.get(points.size() - 1).workers();
    }

    /** The point for this number of workers. */
    public Optional<Point> at(int workers) {
        return points.stream().filter(point -> point.workers() == workers).findFirst();
    }
}
