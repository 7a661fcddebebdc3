package dev.sluice.app.pep;

import dev.sluice.api.ArgumentException;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code units.csv}, which runs leave in their directories: the accepted rows with a known time. Columns are
 * found by their names. Confined to the reading thread.
 */
final class RecordedRows {
    /** Begins the first line of such a file, and no line of a trace with one value per line. */
    static final String HEADER = "cycle,first_unit,units,";

    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");
    private static final int NANO_DIGITS = 9;

    /** Rows that fit into a master's memory with ease. */
    private static final int MOST_ROWS = 4_000_000;

    private final String option;
    private final Path file;
    private final List<String> names;
    private int line = 1;

    /**
     * Consecutive units of a cycle that one slot computed.
     *
     * @param nanos compute time of all of them [ns]
     * @param bytes encoded size of the results of all of them; -1 if it was not recorded
     */
    record Row(int cycle, long firstUnit, int units, long nanos, long bytes) {
        long end() {
            return firstUnit + units;
        }

        /** The row without the units before this one; its units are equal. */
        Row from(long first) {
            long left = end() - first;
            return first == firstUnit
                    ? this
                    : new Row(cycle, first, (int) left, share(nanos, left), bytes < 0 ? -1 : share(bytes, left));
        }

        private long share(long whole, long left) {
            return Math.round((double) whole * left / units);
        }
    }

    /** @param header the first line of the file */
    RecordedRows(String option, Path file, String header) {
        this.option = option;
        this.file = file;
        this.names = fields(header);
    }

    /** Reads the lines after the first. */
    List<Row> read(BufferedReader lines) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String text = lines.readLine(); text != null; text = lines.readLine()) {
            line++;
            Row row = text.isBlank() ? null : row(fields(text));
            if (row != null) {
                rows.add(row);
            }
            if (rows.size() > MOST_ROWS) {
                throw wrong("more than " + MOST_ROWS + " rows", "at most these; record a shorter run");
            }
        }
        return rows;
    }

    /** Returns null for units that were not accepted, or have no time, as those below a sub-master. */
    private @Nullable Row row(List<String> fields) {
        if (fields.size() != names.size()) {
            throw wrong(fields.size() + " columns", names.size() + ", as in the first line");
        }
        String begun = at(fields, "started_s");
        String ended = at(fields, "ended_s");
        if (!at(fields, "outcome").equals("accepted") || begun.isEmpty() || ended.isEmpty()) {
            return null;
        }
        long nanos = nanos("ended_s", ended) - nanos("started_s", begun);
        if (nanos < 0) {
            throw wrong("ended_s " + ended, "not before started_s, " + begun);
        }
        String bytes = at(fields, "bytes_out");
        long cycle = whole("cycle", at(fields, "cycle"), Integer.MAX_VALUE);
        long units = whole("units", at(fields, "units"), Integer.MAX_VALUE);
        if (units == 0) {
            throw wrong("units 0", "1 or more");
        }
        return new Row(
                (int) cycle,
                whole("first_unit", at(fields, "first_unit"), Long.MAX_VALUE),
                (int) units,
                nanos,
                bytes.isEmpty() ? -1 : whole("bytes_out", bytes, Long.MAX_VALUE));
    }

    private String at(List<String> fields, String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new ArgumentException(
                    option, file + ":1: no column " + name, "the columns of a run's units.csv, in any order");
        }
        return fields.get(index);
    }

    private long whole(String name, String text, long most) {
        long value = WHOLE.matcher(text).matches() ? Long.parseLong(text) : -1;
        if (value < 0 || value > most) {
            throw wrong(name + " '" + text + "'", "a whole number");
        }
        return value;
    }

    private long nanos(String name, String text) {
        if (!SECONDS.matcher(text).matches()) {
            throw wrong(name + " '" + text + "'", "seconds, such as 1.25");
        }
        return new BigDecimal(text).movePointRight(NANO_DIGITS).longValueExact();
    }

    private ArgumentException wrong(String found, String expected) {
        return new ArgumentException(option, file + ":" + line + ": " + found, expected);
    }

    /** Splits a row of comma-separated values, of which some may be quoted. */
    private static List<String> fields(String text) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next == '"') {
                quoted = !quoted; // doubled quotes vanish, which only changes names that are not used here
            } else if (next == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(next);
            }
        }
        fields.add(field.toString());
        return fields;
    }
}
