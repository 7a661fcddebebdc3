package dev.sluice.picture;

import dev.sluice.picture.Canvas.Setting;
import dev.sluice.picture.RateCurve.Point;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

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
    private static final double MARKERS_UP_TO = 60;
    private static final double LOGARITHMIC_FROM = 128;
    private static final int MOST_POINTS = 2000;

    private final RateCurve curve;
    private final List<Point> points;
    private final Canvas canvas = new Canvas(WIDTH);
    private final double top;
    private final Scale x;
    private final Scale y;

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
        for (RateCurve.Mark mark : curve.marks()) {
            most = Math.max(most, mark.value());
        }
        if (curve.limit() < 3 * most) {
            most = Math.max(most, curve.limit());
        }
        y = Scale.linear(least, most * 1.04, top + HEIGHT, top);
        x = workers();
    }

    private Scale workers() {
        int first = points.get(0).workers();
        int last = points.get(points.size() - 1).workers();
        for (RateCurve.Mark mark : curve.marks()) {
            first = Math.min(first, mark.workers());
            last = Math.max(last, mark.workers());
        }
        boolean logarithmic = first > 0 && last >= LOGARITHMIC_FROM * (double) first;
        double from = LEFT + 14;
        double to = WIDTH - RIGHT - 14;
        if (logarithmic) {
            return new Scale(first, last, true, from, to);
        }
        return new Scale(first <= 1 ? first : Math.max(0, first - 1), Math.max(last, first + 1), false, from, to);
    }

    /** What a screen can show: evenly chosen, both ends and the knee among them. */
    private List<Point> thinned(List<Point> all) {
        if (all.size() <= MOST_POINTS) {
            return all;
        }
        int step = all.size() / MOST_POINTS + 1;
        return java.util.stream.IntStream.range(0, all.size())
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
        marks();
        double strip = top + HEIGHT + 54;
        strip(strip);
        legend(strip + STRIP + 26);
    }

    private void axes() {
        Setting small = new Setting(Type.SMALL).muted();
        for (double tick : y.ticks(5)) {
            double at = y.at(tick);
            canvas.line(LEFT, at, WIDTH - RIGHT, at, tick == 0 ? "axis" : "grid");
            canvas.text(LEFT - 8, at + 4, Figures.number(tick), small.end(), LEFT - 12);
        }
        canvas.text(LEFT - 8, top - 16, curve.vertical(), small.end(), LEFT - 12);
        double bottom = top + HEIGHT;
        double free = 0;
        for (double tick : workerTicks()) {
            double at = x.at(tick);
            String text = Long.toString(Math.round(tick));
            double half = PictureText.width(text, Type.SMALL) / 2;
            canvas.line(at, bottom, at, bottom + 5, "axis");
            if (at - half > free && at + half < WIDTH - 4) {
                canvas.text(at, bottom + 19, text, small.middle(), 80);
                free = at + half + 8;
            }
        }
        canvas.text((LEFT + WIDTH - RIGHT) / 2, bottom + 38, curve.horizontal(), small.middle(), 300);
    }

    private List<Double> workerTicks() {
        if (points.size() <= 16 && curve.marks().isEmpty()) {
            return points.stream().map(point -> (double) point.workers()).toList();
        }
        if (x.logarithmic()) {
            List<Double> ticks = new java.util.ArrayList<>();
            for (double tick = x.low(); tick <= x.high() * 1.0001; tick *= 2) {
                ticks.add(tick);
            }
            return ticks;
        }
        return x.ticks(12).stream().filter(tick -> tick == Math.rint(tick)).toList();
    }

    private void band() {
        if (points.stream().allMatch(point -> point.low() == point.high()) || points.size() < 2) {
            return;
        }
        Path path = new Path();
        for (Point point : points) {
            double at = x.at(point.workers());
            if (path.isEmpty()) {
                path.move(at, y.at(point.high()));
            } else {
                path.line(at, y.at(point.high()));
            }
        }
        for (int i = points.size() - 1; i >= 0; i--) {
            path.line(x.at(points.get(i).workers()), y.at(points.get(i).low()));
        }
        canvas.path(path.close(), "water soft");
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
                marker(points.get(i).binding(), atX(i), atY(i), 4.2);
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
    private void marker(Binding binding, double at, double level, double half) {
        String style = binding.style();
        switch (binding) {
            case SLOTS -> canvas.circle(at, level, half, style);
            case LINK -> canvas.rect(at - half, level - half, 2 * half, 2 * half, style);
            case MASTER ->
                canvas.path(
                        new Path()
                                .move(at, level - half * 1.3)
                                .line(at + half * 1.2, level + half)
                                .line(at - half * 1.2, level + half)
                                .close(),
                        style);
            case OVERHEAD ->
                canvas.path(
                        new Path()
                                .move(at, level + half * 1.3)
                                .line(at + half * 1.2, level - half)
                                .line(at - half * 1.2, level - half)
                                .close(),
                        style);
            case LATENCY ->
                canvas.path(
                        new Path()
                                .move(at, level - half * 1.3)
                                .line(at + half * 1.3, level)
                                .line(at, level + half * 1.3)
                                .line(at - half * 1.3, level)
                                .close(),
                        style);
            case UNKNOWN -> canvas.circle(at, level, half * 0.7, style);
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

    private void marks() {
        Setting small = new Setting(Type.SMALL);
        for (RateCurve.Mark mark : curve.marks()) {
            double at = x.at(mark.workers());
            double level = y.at(mark.value());
            canvas.line(at - 6, level - 6, at + 6, level + 6, "ink-line bold");
            canvas.line(at - 6, level + 6, at + 6, level - 6, "ink-line bold");
            boolean drawn = canvas.textIfFree(at + 10, level + 16, mark.label(), small)
                    || canvas.textIfFree(at - 10, level + 16, mark.label(), small.end())
                    || canvas.textIfFree(at + 10, level - 8, mark.label(), small);
            if (!drawn) {
                canvas.textIfFree(at - 10, level - 8, mark.label(), small.end());
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
        Setting small = new Setting(Type.SMALL);
        Set<Binding> present = EnumSet.noneOf(Binding.class);
        points.forEach(point -> present.add(point.binding()));
        double at = LEFT + 6;
        for (Binding binding : present) {
            marker(binding, at, level - 4, 4.2);
            at += 10
                    + canvas.text(
                            at + 10,
                            level,
                            binding.letter() + " " + binding.word() + " bind" + (binding == Binding.SLOTS ? "" : "s"),
                            small,
                            200)
                    + 24;
        }
        if (points.stream().anyMatch(point -> point.low() < point.high())) {
            canvas.rect(at, level - 10, 22, 10, "water soft");
            at += 28 + canvas.text(at + 28, level, "band: where it may lie", small, 200) + 24;
        }
        if (!curve.marks().isEmpty()) {
            canvas.line(at, level - 9, at + 9, level, "ink-line bold");
            canvas.line(at, level, at + 9, level - 9, "ink-line bold");
            canvas.text(at + 16, level, "measured", small, WIDTH - at - 20);
        }
    }
}
