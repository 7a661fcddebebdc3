package dev.sluice.model.predict;

import java.util.List;
import java.util.Optional;

/**
 * What a run takes with more and more workers.
 *
 * @param points by ascending number of workers, one at least
 */
public record ScalingCurve(List<Point> points) {
    /** Who comes this near to the best time has all that more workers would bring. */
    private static final double NEAR = 1.05;

    /**
     * With so many workers.
     *
     * @param seconds expected
     * @param low if the units take what the lower end of their interval says
     * @param high likewise for the upper end
     * @param unitsPerSecond expected
     * @param limit what binds, in words
     */
    public record Point(int workers, double seconds, double low, double high, double unitsPerSecond, String limit) {}

    public ScalingCurve {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a curve without points (expected: one or more)");
        }
    }

    /** The fewest workers that come within 5 % of the best time: where the curve is flat from. */
    public Point knee() {
        double best = points.stream().mapToDouble(Point::seconds).min().orElseThrow();
        return points.stream()
                .filter(point -> point.seconds() <= best * NEAR)
                .findFirst()
                .orElseThrow();
    }

    /** Whether more workers than the knee's were looked at: otherwise it may lie beyond. */
    public boolean isFlat() {
        return knee().workers() < points.get(points.size() - 1).workers();
    }

    /** The point for so many workers. */
    public Optional<Point> at(int workers) {
        return points.stream().filter(point -> point.workers() == workers).findFirst();
    }
}
