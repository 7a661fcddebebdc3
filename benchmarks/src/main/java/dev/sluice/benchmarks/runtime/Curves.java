package dev.sluice.benchmarks.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Draws seconds by bytes, with measured points and simulated lines, in adjacent panels. */
final class Curves {
    private static final List<String> COLOURS = List.of("#1b6ca8", "#c1440e", "#2e7d32", "#6a1b9a");
    private static final int WIDTH = 460;
    private static final int HEIGHT = 320;
    private static final int LEFT = 56;
    private static final int TOP = 40;
    private static final int RIGHT = 20;
    private static final int BOTTOM = 60;
    private static final int TICKS = 5;

    private Curves() {}

    /** The values at one size. */
    private record Point(double bytes, double real, double simulated) {}

    /** One curve. */
    static final class Line {
        private final String name;
        private final List<Point> points = new ArrayList<>();

        Line(String name) {
            this.name = name;
        }

        /** Adds the next size, which must be larger than the last one. */
        void add(double bytes, double real, double simulated) {
            points.add(new Point(bytes, real, simulated));
        }
    }

    /** Curves with their own axes: logarithm of the bytes, seconds from 0. */
    record Panel(String title, List<Line> lines) {
        private Stream<Point> points() {
            return lines.stream().flatMap(line -> line.points.stream());
        }

        private double least() {
            return points().mapToDouble(Point::bytes).min().orElse(1);
        }

        private double most() {
            return points().mapToDouble(Point::bytes).max().orElse(1);
        }

        private double longest() {
            return points().mapToDouble(point -> Math.max(point.real, point.simulated))
                    .max()
                    .orElse(1);
        }

        private double x(double bytes) {
            double span = Math.max(1e-9, Math.log(most() / least()));
            return LEFT + (WIDTH - LEFT - RIGHT) * Math.log(bytes / least()) / span;
        }

        private double y(double seconds) {
            return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * seconds / (1.05 * longest());
        }

        private void draw(StringBuilder svg) {
            line(svg, "<text x='%d' y='22' font-weight='bold'>%s</text>", LEFT, title);
            for (int i = 0; i <= TICKS; i++) {
                double seconds = longest() * i / TICKS;
                line(
                        svg,
                        "<path d='M%d %.1fH%d' stroke='#ddd'/><text x='%d' y='%.1f' text-anchor='end'>%.1f</text>",
                        LEFT,
                        y(seconds),
                        WIDTH - RIGHT,
                        LEFT - 6,
                        y(seconds) + 4,
                        seconds);
            }
            if (!lines.isEmpty()) {
                for (Point point : lines.get(0).points) {
                    line(
                            svg,
                            "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>",
                            x(point.bytes),
                            HEIGHT - BOTTOM + 18,
                            point.bytes >= 1e6
                                    ? String.format(Locale.ROOT, "%.0f MB", point.bytes / 1e6)
                                    : String.format(Locale.ROOT, "%.0f kB", point.bytes / 1e3));
                }
            }
            for (int i = 0; i < lines.size(); i++) {
                curve(svg, lines.get(i), COLOURS.get(i % COLOURS.size()), i);
            }
        }

        private void curve(StringBuilder svg, Line of, String colour, int place) {
            StringBuilder path = new StringBuilder();
            for (Point point : of.points) {
                path.append(path.isEmpty() ? 'M' : 'L')
                        .append(String.format(Locale.ROOT, "%.1f %.1f", x(point.bytes), y(point.simulated)));
                line(svg, "<circle cx='%.1f' cy='%.1f' r='4' fill='%s'/>", x(point.bytes), y(point.real), colour);
            }
            line(svg, "<path d='%s' fill='none' stroke='%s' stroke-width='1.5'/>", path, colour);
            line(
                    svg,
                    "<circle cx='%d' cy='%d' r='4' fill='%s'/><text x='%d' y='%d'>%s</text>",
                    LEFT + 90 * place,
                    HEIGHT - 18,
                    colour,
                    LEFT + 90 * place + 8,
                    HEIGHT - 14,
                    of.name);
        }
    }

    private static void line(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Draws measurements as points and simulations as lines [s by bytes]. */
    static String svg(List<Panel> panels) {
        StringBuilder svg = new StringBuilder();
        line(
                svg,
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='11'>",
                WIDTH * Math.max(1, panels.size()),
                HEIGHT);
        line(svg, "<title>Seconds of a cycle by size of results: points measured, lines simulated</title>");
        line(svg, "<rect width='100%%' height='100%%' fill='white'/>");
        for (int i = 0; i < panels.size(); i++) {
            line(svg, "<g transform='translate(%d 0)'>", WIDTH * i);
            panels.get(i).draw(svg);
            line(svg, "</g>");
        }
        line(svg, "</svg>");
        return svg.toString();
    }
}
