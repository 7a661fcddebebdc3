package dev.sluice.app.tsp;

import dev.sluice.api.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** A tour as SVG. */
final class TourPicture {
    private static final double SIDE = 800;
    private static final double MARGIN = 30;

    private final CityMap map;
    private final double left;
    private final double top;
    private final double scale;

    private TourPicture(CityMap map) {
        this.map = map;
        this.left = least(map.xs());
        this.top = most(map.ys());
        double extent = Math.max(most(map.xs()) - left, top - least(map.ys()));
        this.scale = extent == 0 ? 1 : (SIDE - 2 * MARGIN) / extent;
    }

    private static double least(double[] values) {
        return Arrays.stream(values).min().orElse(0);
    }

    private static double most(double[] values) {
        return Arrays.stream(values).max().orElse(0);
    }

    /** Writes a file atomically. */
    static void write(Path out, CityMap map, Tour tour) throws IOException {
        WholeFile.write(out, to -> to.write(svg(map, tour).getBytes(StandardCharsets.UTF_8)));
    }

    static String svg(CityMap map, Tour tour) {
        return new TourPicture(map).drawn(tour);
    }

    private String drawn(Tour tour) {
        StringBuilder svg = new StringBuilder();
        double width = 2 * MARGIN + (most(map.xs()) - left) * scale;
        double height = 2 * MARGIN + (top - least(map.ys())) * scale;
        add(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.1f %.1f\" ", width, height);
        add(svg, "width=\"%.0f\" height=\"%.0f\">\n", width, height);
        add(svg, "<title>%s: a tour of length %,d</title>\n", escaped(map.name()), tour.length());
        add(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<polygon points=\"");
        for (int city : tour.order()) {
            add(svg, "%.1f,%.1f ", x(city), y(city));
        }
        add(svg, "\" fill=\"#e8eef7\" stroke=\"#2f5fa8\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n");
        for (int city = 0; city < map.cities(); city++) {
            add(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#b3362b\">", x(city), y(city));
            add(svg, "<title>city %d</title></circle>\n", city + 1);
        }
        return svg.append("</svg>\n").toString();
    }

    private double x(int city) {
        return MARGIN + (map.xs()[city] - left) * scale;
    }

    /** North is up. */
    private double y(int city) {
        return MARGIN + (top - map.ys()[city]) * scale;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static void add(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }
}
