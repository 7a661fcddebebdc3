package dev.sluice.benchmarks.timing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a program leaves behind.
 *
 * @param firstAcceptedMillis when the first unit was accepted, in milliseconds since 1970
 * @param cycles one timing for each cycle, the warm-up first
 */
public record Figures(long firstAcceptedMillis, List<Timing> cycles) {
    private static final String FIRST = "first-accepted ";

    public Figures {
        cycles = List.copyOf(cycles);
    }

    public void write(Path path) throws IOException {
        List<String> lines = new ArrayList<>(List.of(FIRST + firstAcceptedMillis));
        cycles.forEach(timing -> lines.add(timing.line()));
        Files.write(path, lines);
    }

    public static Figures read(Path path) throws IOException {
        List<String> lines = Files.readAllLines(path);
        if (lines.isEmpty() || !lines.get(0).startsWith(FIRST)) {
            throw new IOException(path + " holds no figures (expected: a first line \"" + FIRST + "MILLIS\")");
        }
        long first = Long.parseLong(lines.get(0).substring(FIRST.length()));
        return new Figures(first, lines.stream().skip(1).map(Timing::parse).toList());
    }
}
