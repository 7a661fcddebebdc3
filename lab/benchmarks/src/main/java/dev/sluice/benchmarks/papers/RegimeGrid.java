package dev.sluice.benchmarks.papers;

import dev.sluice.model.regime.Regime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Runs of the emulator over a grid.
 *
 * @param name the environment of the runs, for people
 * @param cells rows × columns, by the axes
 */
record RegimeGrid<C extends RegimeGrid.Cell>(String name, Axes axes, List<List<C>> cells) {
    /** A run with the same costs for all units. */
    interface Cell {
        /** The time of the run that claims are about [s]. */
        double seconds();

        /** The estimate of that time over it, less 1. */
        double error();

        /** The bottleneck of the run by the flow model. */
        Regime byModel();

        /** The bottleneck of the run itself. */
        Regime bound();

        /** True if flow model and run have the same bottleneck, or if one of them says mixed. */
        default boolean agrees() {
            return agree(byModel(), bound());
        }
    }

    /** Makes the cell of a row and a column. */
    @FunctionalInterface
    interface CellSource<C> {
        C cell(int row, int column) throws Exception;
    }

    /**
     * The axes of a grid.
     *
     * @param bytes size of a result, by row [bytes]
     * @param seconds compute time of a unit, by column [s]
     */
    record Axes(List<Double> bytes, List<Double> seconds) {
        Axes {
            bytes = List.copyOf(bytes);
            seconds = List.copyOf(seconds);
        }

        int rows() {
            return bytes.size();
        }

        int columns() {
            return seconds.size();
        }

        /** The row of the smallest results. */
        int bottom() {
            return rows() - 1;
        }

        /** The column of the longest units. */
        int last() {
            return columns() - 1;
        }

        String bytesOf(int row) {
            return Cells.bytes(bytes.get(row));
        }

        String secondsOf(int column) {
            return Cells.seconds(seconds.get(column));
        }

        /** A cell in words: 1 ms and 1 MB. */
        String at(int row, int column) {
            return secondsOf(column) + " and " + bytesOf(row);
        }
    }

    static <C extends Cell> RegimeGrid<C> of(String name, Axes axes, CellSource<C> source) throws Exception {
        List<List<C>> cells = new ArrayList<>();
        for (int row = 0; row < axes.rows(); row++) {
            List<C> columns = new ArrayList<>();
            for (int column = 0; column < axes.columns(); column++) {
                columns.add(source.cell(row, column));
            }
            cells.add(columns);
        }
        return new RegimeGrid<>(name, axes, cells);
    }

    /** True if both name the same bottleneck, or if one of them says mixed. */
    static boolean agree(Regime one, Regime other) {
        return one == other || one == Regime.MIXED || other == Regime.MIXED;
    }

    C cell(int row, int column) {
        return cells.get(row).get(column);
    }

    /** The time of the run of a cell [s]. */
    double seconds(int row, int column) {
        return cell(row, column).seconds();
    }

    List<C> all() {
        return cells.stream().flatMap(List::stream).toList();
    }

    /** Number of cells with this bottleneck. */
    long count(Regime regime) {
        return all().stream().filter(each -> each.bound() == regime).count();
    }

    /** Adds the grid as a table. */
    void table(ExperimentRun run, String title, Function<C, String> words) {
        List<String> header = new ArrayList<>(List.of("result"));
        IntStream.range(0, axes.columns()).mapToObj(axes::secondsOf).forEach(header::add);
        List<List<String>> rows = new ArrayList<>();
        for (int row = 0; row < axes.rows(); row++) {
            List<String> line = new ArrayList<>(List.of(axes.bytesOf(row)));
            cells.get(row).stream().map(words).forEach(line::add);
            rows.add(line);
        }
        run.table(title, header, rows);
    }
}
