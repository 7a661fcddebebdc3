package dev.sluice.benchmarks.timing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The figures that a program writes at its end.
 *
 * @param firstAcceptedMillis when the first unit was accepted, in milliseconds since 1970
 * @param cycles one timing for each cycle, the warm-up first
 */
public record CycleFigures(long firstAcceptedMillis, List<Timing> cycles) {
    private static final String FIRST = "first-accepted ";
    private static final String EMULATED = "pep ";
    private static final Pattern WALL = Pattern.compile("pep cycle\\.\\d+\\.wall (\\S+) s");
    private static final Pattern UNITS = Pattern.compile("pep cycle\\.\\d+\\.units (\\d+) units");

    public CycleFigures {
        cycles = List.copyOf(cycles);
    }

    public void write(Path path) throws IOException {
        List<String> lines = new ArrayList<>(List.of(FIRST + firstAcceptedMillis));
        cycles.forEach(timing -> lines.add(timing.line()));
        Files.write(path, lines);
    }

    public static CycleFigures read(Path path) throws IOException {
        List<String> lines = Files.readAllLines(path);
        if (!lines.isEmpty() && lines.get(0).startsWith(EMULATED)) {
            return emulated(lines);
        }
        if (lines.isEmpty() || !lines.get(0).startsWith(FIRST)) {
            throw new IOException(path + " holds no figures (expected: a first line \"" + FIRST + "MILLIS\")");
        }
        long first = Long.parseLong(lines.get(0).substring(FIRST.length()));
        return new CycleFigures(first, lines.stream().skip(1).map(Timing::parse).toList());
    }

    /** The figures of the performance emulator, without the time of the first acceptance. */
    private static CycleFigures emulated(List<String> lines) {
        List<Long> units = new ArrayList<>();
        List<Timing> cycles = new ArrayList<>();
        for (String line : lines) {
            Matcher ofUnits = UNITS.matcher(line);
            Matcher ofWall = WALL.matcher(line);
            if (ofUnits.matches()) {
                units.add(Long.parseLong(ofUnits.group(1)));
            } else if (ofWall.matches()) {
                long nanos = Math.round(Double.parseDouble(ofWall.group(1)) * 1e9);
                cycles.add(new Timing(units.get(units.size() - 1), nanos, 0, 0));
            }
        }
        return new CycleFigures(0, cycles);
    }
}
