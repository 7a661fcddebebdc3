package dev.sluice.picture;

import java.util.List;

/**
 * Shares that were measured one after the other, each beside what had been forecast for it, in a panel for each that is
 * measured.
 *
 * @param title a few words
 * @param summary what is to be seen, in a sentence or two; shown below the title
 * @param panels one below the other, at least one
 */
public record ForecastChart(String title, String summary, List<Panel> panels) {
    /**
     * One that is measured.
     *
     * @param name shown above it
     * @param points by ascending time, at least one
     * @param note shown beside the name: what comes next; may be empty
     */
    public record Panel(String name, List<Point> points, String note) {
        public Panel {
            points = List.copyOf(points);
            if (points.isEmpty()) {
                throw new IllegalArgumentException("points: none (expected: at least one)");
            }
        }
    }

    /**
     * One value.
     *
     * @param seconds when, before the last; 0 or below [s]
     * @param value a share, 0 to 1
     * @param forecast of it; not a number where there was none
     * @param band how far the forecast may have been off, 0 or more
     */
    public record Point(double seconds, double value, double forecast, double band) {
        public Point {
            DrawingChecks.finite("seconds", seconds);
            DrawingChecks.finite("value", value);
            DrawingChecks.amount("band", band);
            if (Double.isInfinite(forecast)) {
                throw new IllegalArgumentException("forecast: " + forecast + " (expected: a number, or none)");
            }
        }

        /** Returns whether the point has a forecast. */
        boolean isForecast() {
            return !Double.isNaN(forecast);
        }
    }

    public ForecastChart {
        panels = List.copyOf(panels);
        if (panels.isEmpty()) {
            throw new IllegalArgumentException("panels: none (expected: at least one)");
        }
    }

    /** Draws it. */
    public Picture picture() {
        return ForecastChartDrawing.of(this);
    }
}
