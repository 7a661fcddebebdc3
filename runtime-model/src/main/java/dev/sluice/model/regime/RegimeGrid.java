package dev.sluice.model.regime;

import dev.sluice.model.flow.UnitCosts;
import java.util.ArrayList;
import java.util.List;

/**
 * The map of regimes: the bottleneck of an application over compute time and result size of its units, all else
 * unchanged. Both axes are logarithmic. Immutable.
 *
 * @param unitSeconds the columns, ascending
 * @param resultBytes the rows, ascending
 * @param standings row by row: {@code standings.get(row * unitSeconds.size() + column)}
 */
public record RegimeGrid(List<Double> unitSeconds, List<Double> resultBytes, List<Standing> standings) {
    public RegimeGrid {
        unitSeconds = List.copyOf(unitSeconds);
        resultBytes = List.copyOf(resultBytes);
        standings = List.copyOf(standings);
    }

    /** A range of values that is divided in equal factors. */
    public record Range(double from, double to) {
        public Range {
            if (!(from > 0 && to > from && to < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(from + " to " + to + " (expected: positive, ascending)");
            }
        }

        /** Values in equal factors, both ends included. */
        List<Double> values(int count) {
            List<Double> values = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                values.add(i == count - 1 ? to : from * Math.pow(to / from, (double) i / (count - 1)));
            }
            return values;
        }
    }

    /**
     * Computes the map by the flow model.
     *
     * @param base the constant costs: input, setup and accept
     * @param columns at least 2
     * @param rows at least 2
     */
    public static RegimeGrid of(
            RegimeModel model, UnitCosts base, Range unitSeconds, Range resultBytes, int columns, int rows) {
        List<Double> times = unitSeconds.values(columns);
        List<Double> sizes = resultBytes.values(rows);
        List<Standing> standings = new ArrayList<>(columns * rows);
        for (double size : sizes) {
            for (double time : times) {
                standings.add(
                        model.at(base.withTimes(time, base.resultSeconds()).withSizes(base.inputBytes(), size)));
            }
        }
        return new RegimeGrid(times, sizes, standings);
    }

    /** The standing at a row and a column. */
    public Standing at(int row, int column) {
        return standings.get(row * unitSeconds.size() + column);
    }
}
