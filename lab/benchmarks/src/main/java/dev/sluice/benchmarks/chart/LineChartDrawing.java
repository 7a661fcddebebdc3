package dev.sluice.benchmarks.chart;

import dev.sluice.benchmarks.chart.LineChart.Axis;
import dev.sluice.benchmarks.chart.LineChart.Mark;
import dev.sluice.benchmarks.chart.LineChart.Panel;
import dev.sluice.benchmarks.chart.LineChart.Point;
import dev.sluice.benchmarks.chart.LineChart.Series;
import dev.sluice.picture.Canvas;
import dev.sluice.picture.Canvas.Setting;
import dev.sluice.picture.Figures;
import dev.sluice.picture.Heading;
import dev.sluice.picture.Legend;
import dev.sluice.picture.Path;
import dev.sluice.picture.Picture;
import dev.sluice.picture.PictureText;
import dev.sluice.picture.Scale;
import dev.sluice.picture.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Draws a {@link LineChart}: one or two panels in a row, one legend for all. */
final class LineChartDrawing {
    private static final double WIDTH = 960;
    private static final double LEFT = 66;
    private static final double RIGHT = 24;
    private static final double HEIGHT = 250;
    private static final double ABOVE = 54;
    private static final double BELOW = 56;
    private static final double DOT = 3.6;
    private static final double SMALL_DOT = 2.4;
    private static final double MARGIN = 1.15;
    private static final double MANY_DECADES = 1e3;
    private static final double SYMBOL = 26;
    private static final int MOST_IN_A_ROW = 2;
    private static final List<String> COLOURS = List.of("slots", "link", "master", "latency", "overhead", "unknown");

    /** The place of one panel [px]. */
    private record Frame(double left, double right, double top) {}

    private final LineChart chart;
    private final Canvas canvas = new Canvas(WIDTH);
    private final Map<String, String> colours = new LinkedHashMap<>();

    private LineChartDrawing(LineChart chart) {
        this.chart = chart;
        for (Panel panel : chart.panels()) {
            for (Series series : panel.series()) {
                colours.computeIfAbsent(series.name(), unused -> COLOURS.get(colours.size() % COLOURS.size()));
            }
        }
    }

    static Picture of(LineChart chart) {
        LineChartDrawing drawing = new LineChartDrawing(chart);
        drawing.draw();
        return new Picture(chart.title(), drawing.description(), drawing.canvas);
    }

    private String description() {
        StringBuilder text = new StringBuilder(chart.summary());
        for (Panel panel : chart.panels()) {
            for (Series series : panel.series()) {
                if (!series.points().isEmpty()) {
                    Point last = series.points().get(series.points().size() - 1);
                    text.append(' ').append(panel.name()).append(' ').append(series.name());
                    text.append(": ").append(Figures.number(last.y())).append(" at ");
                    text.append(Figures.number(last.x())).append('.');
                }
            }
        }
        return text.toString();
    }

    private void draw() {
        double top = Heading.draw(canvas, chart.title(), chart.summary());
        int inRow = Math.min(MOST_IN_A_ROW, chart.panels().size());
        int rows = (chart.panels().size() + inRow - 1) / inRow;
        double high = ABOVE + HEIGHT + BELOW;
        double wide = WIDTH / inRow;
        for (int i = 0; i < chart.panels().size(); i++) {
            double left = wide * (i % inRow);
            double from = top + high * (i / inRow) + ABOVE;
            draw(chart.panels().get(i), new Frame(left + LEFT, left + wide - RIGHT, from));
        }
        canvas.height(legend(top + rows * high + 14) + 18);
    }

    private void draw(Panel panel, Frame frame) {
        double bottom = frame.top + HEIGHT;
        Scale x = scale(panel, panel.x(), Point::x, frame.left, frame.right);
        Scale y = scale(panel, panel.y(), Point::y, bottom, frame.top);
        canvas.text(frame.left, frame.top - 34, panel.name(), new Setting(Type.STRONG), frame.right - frame.left);
        Setting small = new Setting(Type.SMALL).muted();
        canvas.text(frame.left, frame.top - 14, panel.y().title(), small, frame.right - frame.left);
        canvas.text((frame.left + frame.right) / 2, bottom + 38, panel.x().title(), small.middle(), 300);
        levels(y, frame);
        ticks(x, frame, bottom);
        for (Series series : panel.series()) {
            draw(series, x, y);
        }
    }

    private void levels(Scale y, Frame frame) {
        Setting small = new Setting(Type.SMALL).muted().end();
        for (double value : ticks(y, 5)) {
            double at = y.at(value);
            canvas.line(frame.left, at, frame.right, at, at >= y.from() - 0.5 ? "axis" : "grid");
            canvas.text(frame.left - 8, at + 4, Figures.number(value), small, LEFT - 10);
        }
        canvas.line(frame.left, y.from(), frame.right, y.from(), "axis");
    }

    private void ticks(Scale x, Frame frame, double bottom) {
        double free = frame.left - 20;
        for (double value : ticks(x, 8)) {
            double at = x.at(value);
            String text = Figures.number(value);
            double half = PictureText.width(text, Type.SMALL) / 2;
            canvas.line(at, bottom, at, bottom + 5, "axis");
            if (at - half > free && at + half < canvas.width() - 4) {
                canvas.text(
                        at, bottom + 19, text, new Setting(Type.SMALL).muted().middle(), 120);
                free = at + half + 8;
            }
        }
    }

    private void draw(Series series, Scale x, Scale y) {
        String colour = colour(series.name());
        if (series.mark() != Mark.POINTS) {
            Path path = new Path();
            series.points().forEach(point -> path.to(x.at(point.x()), y.at(point.y())));
            if (series.points().size() > 1) {
                canvas.path(path, style(series.mark(), colour));
            }
        }
        if (series.mark() != Mark.DASHES) {
            double radius = radius(series.mark());
            series.points().forEach(point -> canvas.circle(x.at(point.x()), y.at(point.y()), radius, "b-" + colour));
        }
    }

    private static String style(Mark mark, String colour) {
        return (mark == Mark.DASHES ? "bold dash l-" : "bold l-") + colour;
    }

    private static Scale scale(Panel panel, Axis axis, ToDoubleFunction<Point> value, double from, double to) {
        double least =
                values(panel, value).stream().mapToDouble(each -> each).min().orElse(0);
        double most =
                values(panel, value).stream().mapToDouble(each -> each).max().orElse(1);
        if (axis.logarithmic()) {
            return new Scale(least / MARGIN, most * MARGIN, true, from, to);
        }
        return Scale.linear(least, most, from, to);
    }

    /** Round values; on a logarithmic axis of few decades also two and five times powers of ten. */
    private static List<Double> ticks(Scale scale, int about) {
        if (!scale.logarithmic() || scale.high() / scale.low() > MANY_DECADES) {
            return scale.ticks(about);
        }
        List<Double> ticks = new ArrayList<>();
        for (double power = Math.pow(10, Math.floor(Math.log10(scale.low()))); power <= scale.high(); power *= 10) {
            for (double each : new double[] {power, 2 * power, 5 * power}) {
                if (each >= scale.low() && each <= scale.high()) {
                    ticks.add(each);
                }
            }
        }
        return ticks;
    }

    private static List<Double> values(Panel panel, ToDoubleFunction<Point> value) {
        List<Double> values = new ArrayList<>();
        for (Series series : panel.series()) {
            series.points().forEach(point -> values.add(value.applyAsDouble(point)));
        }
        return values;
    }

    /** Draws it from this height on; returns its lowest line. */
    private double legend(double level) {
        Map<String, Set<Mark>> marks = new LinkedHashMap<>();
        for (Panel panel : chart.panels()) {
            for (Series series : panel.series()) {
                marks.computeIfAbsent(series.name(), unused -> EnumSet.noneOf(Mark.class))
                        .add(series.mark());
            }
        }
        Legend legend = new Legend(canvas, LEFT, level);
        marks.forEach((name, shown) -> legend.add(SYMBOL, name, (x, y) -> {
            for (Mark mark : shown) {
                symbol(mark, colour(name), x, y);
            }
        }));
        return legend.bottom();
    }

    private String colour(String name) {
        return colours.getOrDefault(name, "unknown");
    }

    private void symbol(Mark mark, String colour, double x, double y) {
        if (mark != Mark.POINTS) {
            canvas.path(new Path().move(x, y).line(x + SYMBOL, y), style(mark, colour));
        }
        if (mark != Mark.DASHES) {
            canvas.circle(x + SYMBOL / 2, y, radius(mark), "b-" + colour);
        }
    }

    private static double radius(Mark mark) {
        return mark == Mark.POINTS ? DOT : SMALL_DOT;
    }
}
