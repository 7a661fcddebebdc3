package dev.sluice.picture;

import dev.sluice.picture.Canvas.Box;
import dev.sluice.picture.Canvas.Setting;
import dev.sluice.picture.RegimeMap.Region;
import dev.sluice.picture.RegimeMap.Spot;
import java.util.List;

/** Draws a {@link RegimeMap}: regions with their names in them, contours over them, and the application's place. */
final class RegimeMapDrawing {
    private static final double LEFT = 88;
    private static final double PLOT_WIDTH = 640;
    private static final double PLOT_HEIGHT = 470;
    private static final double LEGEND = 250;

    /** Between a mark and the edge of the plot [px]. */
    private static final double EDGE = 14;

    private static final double WIDTH = LEFT + PLOT_WIDTH + 30 + LEGEND + 24;

    private final RegimeMap map;
    private final Canvas canvas = new Canvas(WIDTH);
    private final double top;
    private final Scale x;
    private final Scale y;
    private final Grid grid;

    private RegimeMapDrawing(RegimeMap map) {
        this.map = map;
        top = Heading.draw(canvas, map.title(), map.summary()) + 14;
        canvas.height(top + PLOT_HEIGHT + 64);
        List<Double> columns = map.unitSeconds();
        List<Double> rows = map.resultBytes();
        x = new Scale(columns.get(0), columns.get(columns.size() - 1), true, LEFT, LEFT + PLOT_WIDTH);
        y = new Scale(rows.get(0), rows.get(rows.size() - 1), true, top + PLOT_HEIGHT, top);
        grid = new Grid(map);
    }

    static Picture of(RegimeMap map) {
        RegimeMapDrawing drawing = new RegimeMapDrawing(map);
        drawing.draw();
        return new Picture(map.title(), drawing.description(), drawing.canvas);
    }

    private String description() {
        StringBuilder text = new StringBuilder(map.summary());
        for (Region region : Region.values()) {
            long cells =
                    map.cells().stream().filter(cell -> cell.region() == region).count();
            text.append(' ').append(region.word()).append(' ');
            text.append(Figures.percent((double) cells / map.cells().size())).append(" of the map;");
        }
        Spot spot = map.application();
        if (spot != null) {
            text.append(" the application, at ")
                    .append(Figures.seconds(spot.unitSeconds()))
                    .append(" and ");
            text.append(Figures.bytes(spot.resultBytes()))
                    .append(" a unit: ")
                    .append(spot.region().word());
        }
        return text.append('.').toString();
    }

    private void draw() {
        regions();
        borders();
        ticks();
        spots();
        names();
        contours();
        legend();
    }

    // ---- the plane

    private double left(int column) {
        return edge(x, column, map.unitSeconds());
    }

    private double level(int row) {
        return edge(y, row, map.resultBytes());
    }

    /** Half way to the value before; the ends of the axis at the ends. */
    private static double edge(Scale scale, int index, List<Double> values) {
        if (index == 0) {
            return scale.from();
        }
        return index == values.size()
                ? scale.to()
                : (scale.at(values.get(index - 1)) + scale.at(values.get(index))) / 2;
    }

    private void regions() {
        for (int row = 0; row < grid.rows(); row++) {
            for (int column = 0; column < grid.columns(); ) {
                int first = column;
                Region region = grid.region(row, first);
                while (column < grid.columns() && grid.region(row, column) == region) {
                    column++;
                }
                double upper = level(row + 1);
                double wide = left(column) - left(first);
                canvas.rect(left(first), upper, wide, level(row) - upper, region.style() + " crisp");
                if (region == Region.MIXED) {
                    canvas.stripes(left(first), upper, wide, level(row) - upper);
                }
            }
        }
    }

    /** Slanted where the rows and columns of the grid would make stairs, and a line along the way. */
    private void borders() {
        Borders borders = new Borders(grid, this::atColumn, this::atRow);
        borders.fillings().forEach((region, path) -> canvas.path(path, region.style()));
        if (!borders.lines().isEmpty()) {
            canvas.path(borders.lines(), "line axis");
        }
        canvas.rect(LEFT, top, PLOT_WIDTH, PLOT_HEIGHT, "none axis");
    }

    private void ticks() {
        Plot plot = new Plot(canvas, LEFT, LEFT + PLOT_WIDTH, x, y);
        plot.ticks(x.ticks(9), Figures::seconds, top, "grid-over");
        plot.levels(y.ticks(9), Figures::bytes, "grid-over");
        double middle = LEFT + PLOT_WIDTH / 2;
        double below = top + PLOT_HEIGHT + 42;
        canvas.text(middle, below, "compute time of a unit", new Setting(Type.LABEL).middle(), 400);
        canvas.text(LEFT - 9, top - 8, "result size", new Setting(Type.LABEL).end(), LEFT - 14);
    }

    private void names() {
        for (Region region : Region.values()) {
            Grid.Place place = grid.widest(region);
            if (place == null) {
                continue;
            }
            double cell = PLOT_WIDTH / grid.columns();
            double room = 2 * place.distance() * cell;
            double at = x.at(map.unitSeconds().get(place.column()));
            double level = y.at(map.resultBytes().get(place.row())) + 5;
            Setting name = new Setting(Type.STRONG).middle();
            if (room > Type.STRONG.size() * 1.6) {
                double half = PictureText.width(region.word(), Type.STRONG) / 2;
                double inside = Math.max(LEFT + half + 6, Math.min(LEFT + PLOT_WIDTH - half - 6, at));
                if (room < half) {
                    canvas.textIfFree(at, level, String.valueOf(region.letter()), name);
                } else {
                    Setting halo = name.style("ink halo around");
                    for (double aside : new double[] {0, 18, -18, 36, -36}) {
                        if (canvas.textIfFree(inside, level + aside, region.word(), halo)) {
                            break;
                        }
                    }
                }
            }
        }
    }

    private void contours() {
        Setting tiny = new Setting(Type.TINY).style("ink halo around").middle();
        for (double value : map.contours().values()) {
            List<Grid.Segment> segments = grid.contour(value);
            if (segments.isEmpty()) {
                continue;
            }
            Path path = new Path();
            for (Grid.Segment segment : segments) {
                path.move(atColumn(segment.fromColumn()), atRow(segment.fromRow()));
                path.line(atColumn(segment.toColumn()), atRow(segment.toRow()));
            }
            canvas.path(path, "line leader");
            String label = Figures.number(value) + map.contours().unit();
            for (int i = 0; i < segments.size(); i++) {
                int index = (int) ((segments.size() / 3 + (long) i * 7) % segments.size());
                double at = atColumn(segments.get(index).fromColumn());
                double level = atRow(segments.get(index).fromRow()) + 3.5;
                if (inside(Canvas.box(at, level, label, tiny)) && canvas.textIfFree(at, level, label, tiny)) {
                    break;
                }
            }
        }
    }

    private boolean inside(Box box) {
        return box.left() > LEFT + 4
                && box.right() < LEFT + PLOT_WIDTH - 4
                && box.top() > top + 4
                && box.bottom() < top + PLOT_HEIGHT - 4;
    }

    private double atColumn(double column) {
        return LEFT + PLOT_WIDTH * column / (grid.columns() - 1);
    }

    private double atRow(double row) {
        return top + PLOT_HEIGHT * (1 - row / (grid.rows() - 1));
    }

    // ---- what is marked

    private void spots() {
        for (Spot probe : map.probes()) {
            double at = x.at(probe.unitSeconds());
            double level = y.at(probe.resultBytes());
            canvas.circle(at, level, 6, "paper");
            canvas.circle(at, level, 4.5, "s-" + probe.region().word());
            canvas.mark(new Box(at - 6, level - 6, at + 6, level + 6));
        }
        Spot spot = map.application();
        if (spot == null) {
            return;
        }
        double at = Math.max(LEFT + EDGE, Math.min(LEFT + PLOT_WIDTH - EDGE, x.at(spot.unitSeconds())));
        double level = Math.max(top + EDGE, Math.min(top + PLOT_HEIGHT - EDGE, y.at(spot.resultBytes())));
        canvas.circle(at, level, 11, "paper");
        canvas.circle(at, level, 11, "none ink-line bold");
        canvas.circle(at, level, 6, "s-" + spot.region().word());
        canvas.mark(new Box(at - 12, level - 12, at + 12, level + 12));
        Setting strong = new Setting(Type.STRONG).style("ink halo around");
        boolean right = at + 18 + PictureText.width(spot.label(), Type.STRONG) < LEFT + PLOT_WIDTH - 6;
        double room = right ? LEFT + PLOT_WIDTH - at - 22 : at - LEFT - 22;
        String label = spot.label() + (inside(spot) ? "" : " (beyond the map)");
        canvas.text(right ? at + 18 : at - 18, level + 4, label, right ? strong : strong.end(), room);
    }

    private boolean inside(Spot spot) {
        return spot.unitSeconds() >= x.low()
                && spot.unitSeconds() <= x.high()
                && spot.resultBytes() >= y.low()
                && spot.resultBytes() <= y.high();
    }

    private void legend() {
        double at = LEFT + PLOT_WIDTH + 30;
        double level = top + 12;
        Setting small = new Setting(Type.SMALL).muted();
        for (Region region : Region.values()) {
            canvas.rect(at, level - 11, 16, 14, region.style());
            if (region == Region.MIXED) {
                canvas.stripes(at, level - 11, 16, 14);
            }
            canvas.text(at + 24, level, region.word(), new Setting(Type.STRONG), LEGEND - 24);
            for (String line : PictureText.wrap(meaning(region), Type.SMALL, LEGEND - 24, 3)) {
                level += 15;
                canvas.text(at + 24, level, line, small, LEGEND - 24);
            }
            level += 27;
        }
        if (!map.contours().values().isEmpty()) {
            canvas.line(at, level - 4, at + 16, level - 4, "leader");
            for (String line : PictureText.wrap(map.contours().meaning(), Type.SMALL, LEGEND - 24, 3)) {
                canvas.text(at + 24, level, line, small, LEGEND - 24);
                level += 15;
            }
            level += 12;
        }
        if (!map.probes().isEmpty()) {
            canvas.circle(at + 8, level - 4, 4.5, "s-computation");
            canvas.text(at + 24, level, "simulated, in the colour of its class", small, LEGEND - 24);
            level += 27;
        }
        if (map.application() != null) {
            canvas.circle(at + 8, level - 4, 8, "none ink-line bold");
            canvas.circle(
                    at + 8, level - 4, 4, "s-" + map.application().region().word());
            canvas.text(at + 24, level, "the application", small, LEGEND - 24);
        }
    }

    private static String meaning(Region region) {
        return switch (region) {
            case COMPUTATION -> "The slots bind: more or faster workers help.";
            case COMMUNICATION -> "A link binds: fewer bytes or a wider link help.";
            case OVERHEAD -> "The master or the cost of each hand-out binds: larger chunks or larger units help.";
            case MIXED -> "Two of them lie within 15 %: relieving one alone helps little.";
        };
    }
}
