package dev.sluice.app.pep;

import dev.sluice.api.ArgumentException;
import dev.sluice.app.pep.RecordedRows.Row;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A file with one value per line, or the {@code units.csv} of a run; see {@link UnitSeries#opened}.
 *
 * @param option name of the option for errors
 * @param least minimum value, in nanoseconds or bytes
 */
record TraceFile(String option, ExactQuantity quantity, long least, Path file) {
    private static final String UNITS = "units.csv";

    /**
     * The file that a text such as {@code trace:FILE} names.
     *
     * @throws ArgumentException if it is a directory without {@code units.csv}
     */
    static TraceFile of(String option, ExactQuantity quantity, long least, String text) {
        Path file = Path.of(text.substring(SeriesParser.TRACE.length()));
        if (!Files.isDirectory(file)) {
            return new TraceFile(option, quantity, least, file);
        }
        if (!Files.isRegularFile(file.resolve(UNITS))) {
            throw new ArgumentException(
                    option,
                    file + ", a directory without " + UNITS,
                    "a file, or the directory of a run that was not started with --trace-units off");
        }
        return new TraceFile(option, quantity, least, file.resolve(UNITS));
    }

    /** Reads the values. */
    CostDistribution read() {
        List<Row> rows = rows();
        if (rows == null) {
            return values();
        }
        return quantity == ExactQuantity.TIME
                ? RecordedSeries.times(option, file, rows)
                : RecordedSeries.sizes(option, file, rows);
    }

    /** Reads the sizes of a recorded run; null if it has none, or this is another file. */
    @Nullable
    CostDistribution readSizes() {
        List<Row> rows = rows();
        return rows == null || !RecordedSeries.haveSizes(rows) ? null : RecordedSeries.sizes(option, file, rows);
    }

    /** The rows of a recorded run; null if this is another file. */
    private @Nullable List<Row> rows() {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            String first = lines.readLine();
            return first == null || !first.startsWith(RecordedRows.HEADER)
                    ? null
                    : new RecordedRows(option, file, first).read(lines);
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(e);
        }
    }

    private CostDistribution.Trace values() {
        LongStream.Builder values = LongStream.builder();
        SeriesParser parser = new SeriesParser(option, quantity, least);
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                String value = line.strip();
                if (!value.isEmpty() && !value.startsWith("#")) {
                    values.add(parser.bounded(file + ":" + number + ": " + value, value));
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        long[] all = values.build().toArray();
        if (all.length == 0) {
            throw new ArgumentException(option, file, "a file with one value a line or more");
        }
        return new CostDistribution.Trace(all);
    }

    private ArgumentException unreadable(Exception e) {
        return new ArgumentException(option, file, "a file of UTF-8 text that can be read; " + e);
    }

    /** Demands that the values suffice. Negative numbers of cycles and units stand for as many as were recorded. */
    void demand(CostDistribution read, int cycles, IntToLongFunction units) {
        RecordedSeries recorded = read instanceof RecordedSeries run ? run : null;
        int count = recorded != null ? recorded.count() : Integer.MAX_VALUE;
        if (count < cycles) {
            throw tooFew(count + " cycles for " + cycles + " cycles", "cycles");
        }
        int wanted = cycles >= 0 ? cycles : recorded != null ? count : Settings.USUAL_CYCLES;
        for (int cycle = 0; cycle < wanted; cycle++) {
            long asked = units.applyAsLong(cycle);
            if (recorded != null && recorded.length(cycle) < asked) {
                throw tooFew(recorded.length(cycle) + " units in cycle " + cycle + " for " + asked + " units", "units");
            }
            long needed = asked >= 0 ? asked : Settings.USUAL_UNITS;
            if (read instanceof CostDistribution.Trace trace && trace.length() < needed) {
                throw new ArgumentException(
                        option,
                        file + " has " + trace.length() + " values for " + needed + " units",
                        "at least as many values as units; --trace-end repeat begins the file again");
            }
        }
    }

    private ArgumentException tooFew(String found, String what) {
        return new ArgumentException(
                option,
                file + " has " + found,
                "at least as many " + what + " as are emulated; --trace-end repeat begins again");
    }
}
