package dev.sluice.picture;

import dev.sluice.picture.RegimeMap.Region;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * The borders between regions of a {@link Grid}. Four neighbouring points make two triangles, and a border runs through
 * the middles of the sides whose ends differ. Slanted lines look straight although the grid is square.
 */
final class Borders {
    private final Grid grid;
    private final DoubleUnaryOperator x;
    private final DoubleUnaryOperator y;
    private final Map<Region, Path> fillings = new EnumMap<>(Region.class);
    private final Path lines = new Path();

    /**
     * @param x pixels of a column
     * @param y pixels of a row
     */
    Borders(Grid grid, DoubleUnaryOperator x, DoubleUnaryOperator y) {
        this.grid = grid;
        this.x = x;
        this.y = y;
        for (int row = 0; row + 1 < grid.rows(); row++) {
            for (int column = 0; column + 1 < grid.columns(); column++) {
                square(row, column);
            }
        }
    }

    /** The areas that the regions gain and lose against the square cells. */
    Map<Region, Path> fillings() {
        return fillings;
    }

    /** Along all borders. */
    Path lines() {
        return lines;
    }

    private void square(int row, int column) {
        Region region = grid.region(row, column);
        boolean same = grid.region(row, column + 1) == region
                && grid.region(row + 1, column) == region
                && grid.region(row + 1, column + 1) == region;
        if (!same) {
            int[] low = {row, column};
            int[] high = {row + 1, column + 1};
            triangle(low, new int[] {row, column + 1}, high);
            triangle(low, high, new int[] {row + 1, column});
        }
    }

    private void triangle(int[] a, int[] b, int[] c) {
        Region first = region(a);
        Region second = region(b);
        Region third = region(c);
        if (first == second && second == third) {
            polygon(first, at(a), at(b), at(c));
        } else if (second == third) {
            cut(a, b, c);
        } else if (first == third) {
            cut(b, c, a);
        } else if (first == second) {
            cut(c, a, b);
        } else {
            double[] middle = {(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0};
            corner(a, b, c, middle);
            corner(b, c, a, middle);
            corner(c, a, b, middle);
        }
    }

    /** One corner differs from the two others. */
    private void cut(int[] corner, int[] next, int[] last) {
        double[] from = half(corner, next);
        double[] to = half(corner, last);
        polygon(region(corner), at(corner), from, to);
        polygon(region(next), from, at(next), at(last), to);
        line(from, to);
    }

    /** All three differ. */
    private void corner(int[] corner, int[] next, int[] last, double[] middle) {
        double[] from = half(corner, next);
        polygon(region(corner), at(corner), from, middle, half(corner, last));
        line(from, middle);
    }

    private Region region(int[] point) {
        return grid.region(point[0], point[1]);
    }

    private static double[] at(int[] point) {
        return new double[] {point[0], point[1]};
    }

    private static double[] half(int[] from, int[] to) {
        return new double[] {(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0};
    }

    private void polygon(Region region, double[]... points) {
        Path path = fillings.computeIfAbsent(region, unused -> new Path());
        path.move(x.applyAsDouble(points[0][1]), y.applyAsDouble(points[0][0]));
        for (int i = 1; i < points.length; i++) {
            path.line(x.applyAsDouble(points[i][1]), y.applyAsDouble(points[i][0]));
        }
        path.close();
    }

    private void line(double[] from, double[] to) {
        lines.move(x.applyAsDouble(from[1]), y.applyAsDouble(from[0]));
        lines.line(x.applyAsDouble(to[1]), y.applyAsDouble(to[0]));
    }
}
