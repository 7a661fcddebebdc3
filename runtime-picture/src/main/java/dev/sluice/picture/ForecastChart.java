package dev.sluice.picture;

import dev.sluice.picture.Canvas.Setting;
import java.util.ArrayList;
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
        Drawing drawing = new Drawing();
        drawing.draw();
        return new Picture(title, drawing.description(), drawing.canvas);
    }

    /** Draws in each panel a band, the line of the forecasts and a dot for each value. */
    private final class Drawing {
        private static final double WIDTH = 960;
        private static final double LEFT = 72;
        private static final double RIGHT = 40;
        private static final double HEIGHT = 120;
        private static final double NAME = 26;
        private static final double BELOW = 44;
        private static final double LEAST_SPAN = 10;
        private static final double DOT = 2.6;
        private static final List<Double> LEVELS = List.of(0.0, 0.5, 1.0);

        private final Canvas canvas = new Canvas(WIDTH);

        private String description() {
            StringBuilder text = new StringBuilder(summary);
            for (Panel panel : panels) {
                Point last = panel.points().get(panel.points().size() - 1);
                text.append(' ').append(panel.name()).append(": ").append(Figures.percent(last.value()));
                text.append(panel.note().isEmpty() ? "." : ", " + panel.note() + ".");
            }
            return text.toString();
        }

        private void draw() {
            double top = Heading.draw(canvas, title, summary);
            canvas.height(top + panels.size() * (NAME + HEIGHT + BELOW) + 34);
            for (Panel panel : panels) {
                draw(panel, top + NAME);
                top += NAME + HEIGHT + BELOW;
            }
            legend(top + 10);
        }

        private void draw(Panel panel, double top) {
            List<Point> points = panel.points();
            double first = Math.min(points.get(0).seconds(), -LEAST_SPAN);
            Scale x = new Scale(first, 0, false, LEFT, WIDTH - RIGHT);
            Scale y = new Scale(0, 1, false, top + HEIGHT, top);
            double half = (WIDTH - LEFT - RIGHT) / 2 - 10;
            Setting note = new Setting(Type.SMALL).muted().end();
            canvas.text(LEFT, top - 9, panel.name(), new Setting(Type.STRONG), half);
            canvas.text(WIDTH - RIGHT, top - 9, panel.note(), note, half);
            Plot plot = new Plot(canvas, LEFT, WIDTH - RIGHT, x, y);
            plot.levels(LEVELS, Figures::percent, "grid");
            plot.ticks(x.times(8), Drawing::time, top + HEIGHT, "axis");
            List<double[]> forecasts = new ArrayList<>();
            for (Point point : points) {
                double mean = point.forecast();
                if (point.isForecast()) {
                    forecasts.add(new double[] {point.seconds(), mean - point.band(), mean + point.band(), mean});
                }
            }
            plot.band(forecasts, "alert soft");
            plot.line(
                    forecasts.stream()
                            .map(each -> new double[] {each[0], each[3]})
                            .toList(),
                    "thick l-link");
            for (Point point : points) {
                canvas.circle(x.at(point.seconds()), y.at(point.value()), DOT, "b-slots");
            }
        }

        private static String time(double seconds) {
            return seconds > -1e-9 ? "now" : Figures.seconds(seconds).replace('-', '−');
        }

        private void legend(double level) {
            Legend legend = new Legend(canvas, LEFT, level);
            legend.add(8, "measured", (x, y) -> canvas.circle(x + 4, y, DOT, "b-slots"));
            legend.add(22, "forecast for it", (x, y) -> canvas.line(x, y, x + 22, y, "l-link bold"));
            legend.add(
                    22,
                    "± mean error of the forecasts until then",
                    (x, y) -> canvas.rect(x, y - 6, 22, 10, "alert soft"));
        }
    }
}
