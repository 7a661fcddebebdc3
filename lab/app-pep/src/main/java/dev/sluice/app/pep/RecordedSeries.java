package dev.sluice.app.pep;

import dev.sluice.api.ArgumentException;
import dev.sluice.app.pep.RecordedRows.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Values of a recorded run: unit i of cycle c has the value that unit i of cycle c of that run had. Units of a row
 * share it equally. After the last unit of a cycle and after the last cycle, values repeat. Immutable.
 */
final class RecordedSeries implements CostDistribution {
    /** The rows of each cycle, in the order of units, without gaps. */
    private final List<List<Row>> cycles;

    /** The value of a row, summed over its units. */
    private final ToLongFunction<Row> value;

    private RecordedSeries(List<List<Row>> cycles, ToLongFunction<Row> value) {
        this.cycles = cycles;
        this.value = value;
    }

    /** The compute times of units. */
    static RecordedSeries times(String option, Path file, List<Row> rows) {
        return new RecordedSeries(cycles(option, file, rows), Row::nanos);
    }

    /**
     * The result sizes of units. A row without a size has the mean size of the others.
     *
     * @throws ArgumentException if no row has a size
     */
    static RecordedSeries sizes(String option, Path file, List<Row> rows) {
        if (!haveSizes(rows)) {
            throw new ArgumentException(
                    option,
                    file + " has no sizes in bytes_out",
                    "the units.csv of a run with --trace-units all, which records them");
        }
        List<Row> known = rows.stream().filter(row -> row.bytes() >= 0).toList();
        double mean = (double) known.stream().mapToLong(Row::bytes).sum()
                / known.stream().mapToLong(Row::units).sum();
        return new RecordedSeries(
                cycles(option, file, rows), row -> row.bytes() >= 0 ? row.bytes() : Math.round(mean * row.units()));
    }

    static boolean haveSizes(List<Row> rows) {
        return rows.stream().anyMatch(row -> row.bytes() >= 0);
    }

    private static List<List<Row>> cycles(String option, Path file, List<Row> rows) {
        List<Row> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.comparingInt(Row::cycle).thenComparingLong(Row::firstUnit));
        List<List<Row>> cycles = new ArrayList<>();
        int from = 0;
        while (from < sorted.size()) {
            int cycle = sorted.get(from).cycle();
            int to = from;
            while (to < sorted.size() && sorted.get(to).cycle() == cycle) {
                to++;
            }
            if (cycle != cycles.size()) {
                throw incomplete(option, file + " has no times of cycle " + cycles.size());
            }
            cycles.add(complete(option, file, sorted.subList(from, to)));
            from = to;
        }
        if (cycles.isEmpty()) {
            throw incomplete(option, file + " has no times of units");
        }
        return cycles;
    }

    /** Demands that the rows follow each other from unit 0 on. Of units that are there twice, the first row counts. */
    private static List<Row> complete(String option, Path file, List<Row> rows) {
        List<Row> whole = new ArrayList<>(rows.size());
        long timed = 0;
        long end = 0;
        for (Row row : rows) {
            if (row.end() > end) {
                Row rest = row.from(Math.max(end, row.firstUnit()));
                whole.add(rest);
                timed += rest.units();
                end = rest.end();
            }
        }
        if (timed < end) {
            int cycle = rows.get(0).cycle();
            throw incomplete(
                    option, file + " has times of " + timed + " of the first " + end + " units of cycle " + cycle);
        }
        return whole;
    }

    private static ArgumentException incomplete(String option, String found) {
        return new ArgumentException(
                option, found, "the time of each unit; a run with --trace-units all records them all");
    }

    int count() {
        return cycles.size();
    }

    /** Number of units of a cycle. */
    long length(int cycle) {
        List<Row> rows = cycles.get(cycle % cycles.size());
        return rows.get(rows.size() - 1).end();
    }

    @Override
    public double draw(long key, int cycle, long index) {
        List<Row> rows = cycles.get(cycle % cycles.size());
        Row row = rows.get(rowOf(rows, index % length(cycle)));
        return (double) value.applyAsLong(row) / row.units();
    }

    /** The last row that begins at the unit or before it. */
    private static int rowOf(List<Row> rows, long unit) {
        int low = 0;
        int high = rows.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (rows.get(middle).firstUnit() <= unit) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    @Override
    public double mean() {
        double sum = 0;
        long units = 0;
        for (List<Row> rows : cycles) {
            for (Row row : rows) {
                sum += value.applyAsLong(row);
                units += row.units();
            }
        }
        return sum / units;
    }

    @Override
    public double standardDeviation() {
        double mean = mean();
        double squares = 0;
        long units = 0;
        for (List<Row> rows : cycles) {
            for (Row row : rows) {
                double each = (double) value.applyAsLong(row) / row.units() - mean;
                squares += row.units() * each * each;
                units += row.units();
            }
        }
        return Math.sqrt(squares / units);
    }
}
