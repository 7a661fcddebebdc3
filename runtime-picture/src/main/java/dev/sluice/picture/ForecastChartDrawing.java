package dev.sluice.picture;

import dev.sluice.picture.Canvas.Setting;
import dev.sluice.picture.ForecastChart.Panel;
import dev.sluice.picture.ForecastChart.Point;
import java.util.List;

/** Draws a {@link ForecastChart}: in each panel a band, the line of the forecasts and a dot for each value. */
final class ForecastChartDrawing {
    private static final double WIDTH = 960;
    private static final double LEFT = 72;
    private static final double RIGHT = 40;
    private static final double HEIGHT = 120;
    private static final double NAME = 26;
    private static final double BELOW = 44;
    private static final double LEAST_SPAN = 10;
    private static final double[] LEVELS = {0, 0.5, 1};

    private final ForecastChart chart;
    private final Canvas canvas = new Canvas(WIDTH);

    private ForecastChartDrawing(ForecastChart chart) {
        this.chart = chart;
    }

    static Picture of(ForecastChart chart) {
        ForecastChartDrawing drawing = new ForecastChartDrawing(chart);
        drawing.draw();
        return new Picture(chart.title(), drawing.description(), drawing.canvas);
    }

    private String description() {
        StringBuilder text = new StringBuilder(chart.summary());
        for (Panel panel : chart.panels()) {
            Point last = panel.points().get(panel.points().size() - 1);
            text.append(' ').append(panel.name()).append(": ").append(Figures.percent(last.value()));
            text.append(panel.note().isEmpty() ? "." : ", " + panel.note() + ".");
        }
        return text.toString();
    }

    private void draw() {
        double top = Heading.draw(canvas, chart.title(), chart.summary());
        canvas.height(top + chart.panels().size() * (NAME + HEIGHT + BELOW) + 34);
        for (Panel panel : chart.panels()) {
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
        double half = (WIDTH - LEFT - RIGHT) / 2;
        canvas.text(LEFT, top - 9, panel.name(), new Setting(Type.STRONG), half - 10);
        canvas.text(
                WIDTH - RIGHT,
                top - 9,
                panel.note(),
                new Setting(Type.SMALL).muted().end(),
                half - 10);
        axes(x, y, top);
        band(points, x, y);
        Path line = new Path();
        for (Point point : points) {
            if (point.isForecast()) {
                double at = x.at(point.seconds());
                double level = y.at(point.forecast());
                if (line.isEmpty()) {
                    line.move(at, level);
                } else {
                    line.line(at, level);
                }
            }
        }
        if (!line.isEmpty()) {
            canvas.path(line, "thick l-link");
        }
        for (Point point : points) {
            canvas.circle(x.at(point.seconds()), y.at(point.value()), 2.6, "b-slots");
        }
    }

    private void axes(Scale x, Scale y, double top) {
        Setting small = new Setting(Type.SMALL).muted();
        for (double level : LEVELS) {
            double at = y.at(level);
            canvas.line(LEFT, at, WIDTH - RIGHT, at, level == 0 ? "axis" : "grid");
            canvas.text(LEFT - 8, at + 4, Figures.percent(level), small.end(), LEFT - 12);
        }
        double bottom = top + HEIGHT;
        for (double tick : x.ticks(8)) {
            double at = x.at(tick);
            String text = tick > -1e-9 ? "now" : Figures.seconds(tick).replace('-', '−');
            canvas.line(at, bottom, at, bottom + 5, "axis");
            double edge = PictureText.width(text, Type.SMALL) / 2;
            if (at + edge < WIDTH - 4) {
                canvas.text(at, bottom + 19, text, small.middle(), 80);
            }
        }
    }

    private void band(List<Point> all, Scale x, Scale y) {
        List<Point> points = all.stream().filter(Point::isForecast).toList();
        if (points.size() < 2) {
            return;
        }
        Path path = new Path();
        for (Point point : points) {
            double at = x.at(point.seconds());
            double level = y.at(point.forecast() + point.band());
            if (path.isEmpty()) {
                path.move(at, level);
            } else {
                path.line(at, level);
            }
        }
        for (int i = points.size() - 1; i >= 0; i--) {
            Point point = points.get(i);
            path.line(x.at(point.seconds()), y.at(point.forecast() - point.band()));
        }
        canvas.path(path.close(), "alert soft");
    }

    private void legend(double level) {
        Setting small = new Setting(Type.SMALL);
        double at = LEFT;
        canvas.circle(at + 4, level - 4, 2.6, "b-slots");
        at += 14 + canvas.text(at + 14, level, "measured", small, 200) + 24;
        canvas.line(at, level - 4, at + 22, level - 4, "l-link bold");
        at += 28 + canvas.text(at + 28, level, "forecast for it", small, 200) + 24;
        canvas.rect(at, level - 10, 22, 10, "alert soft");
        canvas.text(at + 28, level, "± mean error of the forecasts until then", small, 320);
    }
}
