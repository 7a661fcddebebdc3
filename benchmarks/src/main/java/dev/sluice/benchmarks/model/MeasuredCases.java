package dev.sluice.benchmarks.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How long the cycles of real runs took, in a file: a line {@code CASE SECONDS+LATE…} for each start. So the simulator
 * can be mended and compared again without running them again.
 */
final class MeasuredCases {
    private final Path file;

    MeasuredCases(Path file) {
        this.file = file;
    }

    /** Forgets what was measured of these before. */
    void begin(List<ModelCase> cases) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        Files.write(
                file,
                lines.stream()
                        .filter(line -> cases.stream().noneMatch(each -> line.startsWith(each + " ")))
                        .toList());
    }

    /** Tells the case how long each cycle of one start took, and keeps it. */
    void add(ModelCase each, List<CycleTime> times) throws IOException {
        String line = each + times.stream().map(time -> " " + time).collect(Collectors.joining()) + "\n";
        Files.writeString(file, line, StandardOpenOption.APPEND);
        each.measured(times);
    }

    /** Tells the cases what was measured of them; each must be there. */
    void read(List<ModelCase> cases) throws IOException {
        List<String> lines = Files.readAllLines(file);
        for (ModelCase each : cases) {
            List<String> of =
                    lines.stream().filter(line -> line.startsWith(each + " ")).toList();
            if (of.isEmpty()) {
                throw new IOException(file + ": nothing of " + each + " (expected: a run without --again before)");
            }
            for (String line : of) {
                each.measured(Arrays.stream(line.split(" "))
                        .skip(1)
                        .map(CycleTime::parse)
                        .toList());
            }
        }
    }
}
