package dev.sluice.benchmarks.chart;

import dev.sluice.picture.DrawingChecks;
import dev.sluice.picture.Picture;
import java.util.List;

/**
 * Lines and points over two axes, in panels beside each other.
 *
 * @param title a few words
 * @param summary what is to be seen, in a sentence or two; shown below the title
 * @param panels at least one; all have their own axes
 */
public record LineChart(String title, String summary, List<Panel> panels) {
    /** How the points of a series are shown. */
    public enum Mark {
        /** A line through the points. */
        LINE,
        /** A dashed line through the points. */
        DASHES,
        /** Points only: what was measured. */
        POINTS
    }

    /**
     * One plot.
     *
     * @param name a few words above it; may be empty
     * @param series at least one with at least one point
     */
    public record Panel(String name, Axis x, Axis y, List<Series> series) {
        public Panel {
            series = List.copyOf(series);
            if (series.stream().allMatch(each -> each.points().isEmpty())) {
                throw new IllegalArgumentException("panel '" + name + "': no points (expected: at least one)");
            }
            for (Series each : series) {
                for (Point point : each.points()) {
                    x.check(point.x());
                    y.check(point.y());
                }
            }
        }
    }

    /**
     * An axis. A linear one begins at zero, or below it.
     *
     * @param title what is shown, with its unit
     * @param logarithmic whether equal factors are equally far apart; all values are then positive
     */
    public record Axis(String title, boolean logarithmic) {
        private void check(double value) {
            DrawingChecks.finite(title, value);
            if (logarithmic && value <= 0) {
                throw new IllegalArgumentException(title + " " + value + " on a logarithmic axis (expected: above 0)");
            }
        }
    }

    /**
     * One line. Series of the same name have the same colour, in all panels, and one entry in the legend for each mark.
     *
     * @param points by ascending x where they are connected
     */
    public record Series(String name, Mark mark, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /** A value. */
    public record Point(double x, double y) {}

    public LineChart {
        panels = List.copyOf(panels);
        if (panels.isEmpty()) {
            throw new IllegalArgumentException("panels: none (expected: at least one)");
        }
    }

    /** Draws it. */
    public Picture picture() {
        return LineChartDrawing.of(this);
    }
}
