package dev.sluice.picture;

import dev.sluice.picture.RegimeMap.Region;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cells of a {@link RegimeMap}, by row and column. */
final class Grid {
    /** A cell and how many cells lie between it and the nearest that is not of its region. */
    record Place(int row, int column, int distance) {}

    /** Part of a contour, in rows and columns. */
    record Segment(double fromRow, double fromColumn, double toRow, double toColumn) {}

    private final RegimeMap map;
    private final int columns;
    private final int rows;

    Grid(RegimeMap map) {
        this.map = map;
        this.columns = map.unitSeconds().size();
        this.rows = map.resultBytes().size();
    }

    int columns() {
        return columns;
    }

    int rows() {
        return rows;
    }

    Region region(int row, int column) {
        return map.cells().get(row * columns + column).region();
    }

    private double value(int row, int column) {
        return map.cells().get(row * columns + column).value();
    }

    /** The middle of the largest square within a region; null where there is none of it. */
    @Nullable
    Place widest(Region region) {
        int[][] distance = new int[rows][columns];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                distance[row][column] = region(row, column) == region ? 1 + least(distance, row, column, -1) : 0;
            }
        }
        Place best = null;
        for (int row = rows - 1; row >= 0; row--) {
            for (int column = columns - 1; column >= 0; column--) {
                if (distance[row][column] > 0) {
                    int back = 1 + least(distance, row, column, 1);
                    distance[row][column] = Math.min(distance[row][column], back);
                    if (best == null || distance[row][column] > best.distance()) {
                        best = new Place(row, column, distance[row][column]);
                    }
                }
            }
        }
        return best;
    }

    /** The least of the neighbours on one side; outside is 0. */
    private int least(int[][] distance, int row, int column, int side) {
        int least = Integer.MAX_VALUE;
        int[][] neighbours = {
            {row + side, column - 1}, {row + side, column}, {row + side, column + 1}, {row, column + side}
        };
        for (int[] each : neighbours) {
            boolean outside = each[0] < 0 || each[0] >= rows || each[1] < 0 || each[1] >= columns;
            least = Math.min(least, outside ? 0 : distance[each[0]][each[1]]);
        }
        return least;
    }

    /** The line at which the value is crossed (marching squares, each cut into two triangles). */
    List<Segment> contour(double value) {
        List<Segment> segments = new ArrayList<>();
        for (int row = 0; row + 1 < rows; row++) {
            for (int column = 0; column + 1 < columns; column++) {
                int[] a = {row, column};
                int[] b = {row, column + 1};
                int[] c = {row + 1, column};
                int[] d = {row + 1, column + 1};
                cut(value, segments, a, b, d);
                cut(value, segments, a, d, c);
            }
        }
        return segments;
    }

    private void cut(double value, List<Segment> segments, int[]... corners) {
        double[][] found = new double[3][];
        int count = 0;
        for (int i = 0; i < 3; i++) {
            int[] from = corners[i];
            int[] to = corners[(i + 1) % 3];
            double low = value(from[0], from[1]);
            double high = value(to[0], to[1]);
            if ((low < value) != (high < value)) {
                double share = (value - low) / (high - low);
                found[count++] =
                        new double[] {from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])};
            }
        }
        if (count == 2) {
            segments.add(new Segment(found[0][0], found[0][1], found[1][0], found[1][1]));
        }
    }
}
