package dev.sluice.picture;

import java.util.List;

/**
 * The rate, or the time, over the number of workers.
 *
 * @param title a few words
 * @param summary what is to be seen, in a sentence or two; shown below the title
 * @param horizontal what is counted along the bottom, "workers"
 * @param vertical what is shown up the side with its unit, "units/s" or "s"
 * @param points by ascending number of workers, at least one
 * @param kneeWorkers from which number on more are hardly worth it; 0 when there is none
 * @param limit the most that the flow model allows, a dashed line; POSITIVE_INFINITY for none
 */
public record RateCurve(
        String title,
        String summary,
        String horizontal,
        String vertical,
        List<Point> points,
        int kneeWorkers,
        double limit) {
    /**
     * One number of workers.
     *
     * @param value expected
     * @param low lower end of the band; equal to {@code value} for none
     * @param high upper end of the band
     * @param binding what binds there
     * @param what binds, by name: "wan", "master a"; may be empty
     */
    public record Point(int workers, double value, double low, double high, Binding binding, String what) {
        public Point {
            DrawingChecks.finite("value", value);
            DrawingChecks.finite("low", low);
            DrawingChecks.finite("high", high);
            if (workers < 0 || low > value || high < value) {
                throw new IllegalArgumentException(
                        workers + " workers: " + low + ", " + value + ", " + high + " (expected: ascending)");
            }
        }
    }

    public RateCurve {
        points = List.copyOf(points);
        DrawingChecks.amount("limit", limit);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("points: none (expected: at least one)");
        }
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).workers() <= points.get(i - 1).workers()) {
                throw new IllegalArgumentException("points: " + points.get(i).workers() + " workers after "
                        + points.get(i - 1).workers() + " (expected: ascending)");
            }
        }
    }

    /** Draws it. */
    public Picture picture() {
        return RateCurveDrawing.of(this);
    }
}
