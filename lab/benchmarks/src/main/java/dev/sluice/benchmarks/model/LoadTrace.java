package dev.sluice.benchmarks.model;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A load trace of a real machine, as recorded by lab/lab record-load: comma-separated numbers below a line of names.
 * The first column is the time, and each other one is a series.
 *
 * @param name name of the file and the column
 */
record LoadTrace(String name, double[] values) {
    private static final List<String> RECORDED = List.of("resting", "building");

    /** The traces that come with the benchmarks. */
    static List<LoadTrace> recorded() {
        List<LoadTrace> traces = new ArrayList<>();
        for (String name : RECORDED) {
            try (InputStream in = Objects.requireNonNull(
                            LoadTrace.class.getResourceAsStream("traces/" + name + ".csv"), name);
                    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                traces.addAll(read(name, lines.lines().toList()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return traces;
    }

    /** Reads the traces of a user's file. */
    static List<LoadTrace> read(Path file) throws IOException {
        String name = file.getFileName().toString();
        int end = name.lastIndexOf('.');
        return read(end > 0 ? name.substring(0, end) : name, Files.readAllLines(file));
    }

    private static List<LoadTrace> read(String file, List<String> lines) {
        List<String[]> rows =
                lines.stream().map(line -> line.strip().split(",", -1)).toList();
        String[] names = rows.isEmpty() ? new String[0] : rows.get(0);
        if (names.length < 2 || rows.size() < 3) {
            throw new IllegalArgumentException(file + ": " + rows.size() + " lines of " + names.length
                    + " columns (expected: a line of names, then two or more of a time and numbers, with commas)");
        }
        List<LoadTrace> traces = new ArrayList<>();
        for (int column = 1; column < names.length; column++) {
            double[] values = new double[rows.size() - 1];
            for (int i = 0; i < values.length; i++) {
                values[i] = number(rows.get(i + 1), column, file + ":" + (i + 2));
            }
            traces.add(new LoadTrace(file + "-" + names[column].replace('_', '-'), values));
        }
        return traces;
    }

    private static double number(String[] row, int column, String place) {
        try {
            return Double.parseDouble(column < row.length ? row[column] : "");
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    place + ": " + String.join(",", row) + " (expected: a number in column " + (column + 1) + ")", e);
        }
    }
}
