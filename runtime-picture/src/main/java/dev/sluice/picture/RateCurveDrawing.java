package dev.sluice.picture;

import dev.sluice.picture.Canvas.Setting;
import dev.sluice.picture.RateCurve.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Draws a {@link RateCurve}: the curve in the colours of what binds, its band, the knee, and below it a strip that
 * names what binds.
 */
final class RateCurveDrawing {
    private static final double WIDTH = 960;
    private static final double LEFT = 92;
    private static final double RIGHT = 40;
    private static final double HEIGHT = 330;
    private static final double STRIP = 22;
    private static final double MARKER = 4.2;
    private static final double MARKERS_UP_TO = 60;
    private static final double LOGARITHMIC_FROM = 128;
    private static final int MOST_POINTS = 2000;

    private final RateCurve curve;
    private final List<Point> points;
    private final Canvas canvas = new Canvas(WIDTH);
    private final double top;
    private final Scale x;
    private final Scale y;
    private final Plot plot;

    private RateCurveDrawing(RateCurve curve) {
        this.curve = curve;
        this.points = thinned(curve.points());
        top = Heading.draw(canvas, curve.title(), curve.summary()) + 26;
        canvas.height(top + HEIGHT + 128);
        double least = 0;
        double most = 0;
        for (Point point : points) {
            least = Math.min(least, point.low());
            most = Math.max(most, point.high());
        }
        if (curve.limit() < 3 * most) {
            most = Math.max(most, curve.limit());
        }
        y = Scale.linear(least, most * 1.04, top + HEIGHT, top);
        x = workers();
        plot = new Plot(canvas, LEFT, WIDTH - RIGHT, x, y);
    }

    private Scale workers() {
        int first = points.get(0).workers();
        int last = points.get(points.size() - 1).workers();
        boolean logarithmic = first > 0 && last >= LOGARITHMIC_FROM * (double) first;
        double from = LEFT + 14;
        double to = WIDTH - RIGHT - 14;
        if (logarithmic) {
            return new Scale(first, last, true, from, to);
        }
        return new Scale(first <= 1 ? first : Math.max(0, first - 1), Math.max(last, first + 1), false, from, to);
    }

    /** Chooses as many points as a screen can show: evenly, with both ends and the knee. */
    private List<Point> thinned(List<Point> all) {
        if (all.size() <= MOST_POINTS) {
            return all;
        }
        int step = all.size() / MOST_POINTS + 1;
        return IntStream.range(0, all.size())
                .filter(i -> i % step == 0 || i == all.size() - 1 || all.get(i).workers() == curve.kneeWorkers())
                .mapToObj(all::get)
                .toList();
    }

    static Picture of(RateCurve curve) {
        RateCurveDrawing drawing = new RateCurveDrawing(curve);
        drawing.draw();
        return new Picture(curve.title(), drawing.description(), drawing.canvas);
    }

    private String description() {
        Point last = points.get(points.size() - 1);
        StringBuilder text = new StringBuilder(curve.summary());
        for (Point point : List.of(points.get(0), last)) {
            text.append(' ')
                    .append(point.workers())
                    .append(' ')
                    .append(curve.horizontal())
                    .append(": ");
            text.append(Figures.number(point.value()))
                    .append(' ')
                    .append(curve.vertical())
                    .append('.');
        }
        if (curve.kneeWorkers() > 0) {
            text.append(" The knee is at ").append(curve.kneeWorkers()).append('.');
        }
        return text.toString();
    }

    private void draw() {
        axes();
        band();
        limit();
        line();
        knee();
        double strip = top + HEIGHT + 54;
        strip(strip);
        legend(strip + STRIP + 26);
    }

    private void axes() {
        plot.levels(y.ticks(5), Figures::number, "grid");
        plot.ticks(workerTicks(), tick -> Long.toString(Math.round(tick)), top + HEIGHT, "axis");
        plot.titles(curve.horizontal(), curve.vertical());
    }

    private List<Double> workerTicks() {
        if (points.size() <= 16) {
            return points.stream().map(point -> (double) point.workers()).toList();
        }
        if (x.logarithmic()) {
            List<Double> ticks = new ArrayList<>();
            for (double tick = x.low(); tick <= x.high() * 1.0001; tick *= 2) {
                ticks.add(tick);
            }
            return ticks;
        }
        return x.ticks(12).stream().filter(tick -> tick == Math.rint(tick)).toList();
    }

    private void band() {
        if (banded()) {
            plot.band(
                    points.stream()
                            .map(point -> new double[] {point.workers(), point.low(), point.high()})
                            .toList(),
                    "water soft");
        }
    }

    private boolean banded() {
        return points.stream().anyMatch(point -> point.low() < point.high());
    }

    private void limit() {
        if (curve.limit() <= y.high()) {
            double at = y.at(curve.limit());
            canvas.line(LEFT, at, WIDTH - RIGHT, at, "axis dash");
            String text = "limit of the flow model: " + Figures.number(curve.limit()) + " " + curve.vertical();
            canvas.text(LEFT + 14, at - 6, text, new Setting(Type.SMALL).muted(), 400);
        }
    }

    private void line() {
        for (int i = 1; i < points.size(); ) {
            Binding binding = points.get(i).binding();
            Path path = new Path().move(atX(i - 1), atY(i - 1));
            while (i < points.size() && points.get(i).binding() == binding) {
                path.line(atX(i), atY(i));
                i++;
            }
            canvas.path(path, "thick l-" + binding.word());
        }
        if (points.size() <= MARKERS_UP_TO) {
            for (int i = 0; i < points.size(); i++) {
                marker(points.get(i).binding(), atX(i), atY(i));
            }
        }
    }

    private double atX(int index) {
        return x.at(points.get(index).workers());
    }

    private double atY(int index) {
        return y.at(points.get(index).value());
    }

    /** A shape for each that may bind. */
    private void marker(Binding binding, double at, double level) {
        String style = binding.style();
        switch (binding) {
            case SLOTS -> canvas.circle(at, level, MARKER, style);
            case LINK -> canvas.path(Path.shape(at, level, MARKER, -1, -1, 1, -1, 1, 1, -1, 1), style);
            case MASTER -> canvas.path(Path.shape(at, level, MARKER, 0, -1.3, 1.2, 1, -1.2, 1), style);
            case OVERHEAD -> canvas.path(Path.shape(at, level, MARKER, 0, 1.3, 1.2, -1, -1.2, -1), style);
            case LATENCY -> canvas.path(Path.shape(at, level, 1.3 * MARKER, 0, -1, 1, 0, 0, 1, -1, 0), style);
            case UNKNOWN -> canvas.circle(at, level, 0.7 * MARKER, style);
        }
    }

    private void knee() {
        if (curve.kneeWorkers() <= 0) {
            return;
        }
        for (int i = 0; i < points.size(); i++) {
            if (points.get(i).workers() == curve.kneeWorkers()) {
                double at = atX(i);
                canvas.line(at, top - 8, at, top + HEIGHT, "leader dash");
                canvas.circle(at, atY(i), 8, "none leader bold");
                String text = "knee: " + curve.kneeWorkers() + " " + curve.horizontal() + ", "
                        + Figures.number(points.get(i).value()) + " " + curve.vertical();
                Setting strong = new Setting(Type.STRONG);
                boolean fits = at + 8 + PictureText.width(text, Type.STRONG) < WIDTH - 8;
                canvas.text(fits ? at + 8 : at - 8, top - 14, text, fits ? strong : strong.end(), 420);
                return;
            }
        }
    }

    /** Below the axis: what binds, by name where there is room. */
    private void strip(double at) {
        canvas.text(LEFT - 8, at + 15, "binds", new Setting(Type.SMALL).muted().end(), LEFT - 12);
        for (int i = 0; i < points.size(); ) {
            int first = i;
            Point point = points.get(i);
            while (i < points.size()
                    && points.get(i).binding() == point.binding()
                    && points.get(i).what().equals(point.what())) {
                i++;
            }
            double from = first == 0 ? LEFT : (atX(first - 1) + atX(first)) / 2;
            double to = i == points.size() ? WIDTH - RIGHT : (atX(i - 1) + atX(i)) / 2;
            String what = point.what().isEmpty() ? point.binding().word() : point.what();
            canvas.rect(from + 0.5, at, to - from - 1, STRIP, point.binding().style() + " soft", what);
            canvas.rect(
                    from + 0.5,
                    at + STRIP - 4,
                    to - from - 1,
                    4,
                    point.binding().style());
            Setting small = new Setting(Type.SMALL).middle();
            double room = to - from - 10;
            if (PictureText.width(what, Type.SMALL) <= room) {
                canvas.text((from + to) / 2, at + 13, what, small, room);
            } else if (room > 4) {
                canvas.text(
                        (from + to) / 2, at + 13, String.valueOf(point.binding().letter()), small, room + 6);
            }
        }
    }

    private void legend(double level) {
        Legend legend = new Legend(canvas, LEFT, level);
        for (Binding binding : Binding.values()) {
            if (points.stream().anyMatch(point -> point.binding() == binding)) {
                String binds = binding == Binding.SLOTS ? " bind" : " binds";
                legend.add(
                        12,
                        binding.letter() + " " + binding.word() + binds,
                        (at, middle) -> marker(binding, at + 6, middle));
            }
        }
        if (banded()) {
            legend.add(22, "band: where it may lie", (at, middle) -> canvas.rect(at, middle - 6, 22, 10, "water soft"));
        }
    }
}
