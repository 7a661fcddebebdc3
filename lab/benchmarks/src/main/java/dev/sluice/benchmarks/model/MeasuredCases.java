package dev.sluice.benchmarks.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Stores the cycle times of real runs in a file, one line {@code CASE SECONDS+LATE…} for each start. With it, the
 * simulator can be changed and compared again without new runs.
 */
final class MeasuredCases {
    private final Path file;

    MeasuredCases(Path file) {
        this.file = file;
    }

    /** Deletes earlier measurements of these cases. */
    void begin(List<ModelCase> cases) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        Files.write(
                file,
                lines.stream()
                        .filter(line -> cases.stream().noneMatch(each -> line.startsWith(each + " ")))
                        .toList());
    }

    /** Adds the cycle times of one start to the case and to the file. */
    void add(ModelCase each, List<CycleTime> times) throws IOException {
        String line = each + times.stream().map(time -> " " + time).collect(Collectors.joining()) + "\n";
        Files.writeString(file, line, StandardOpenOption.APPEND);
        each.measured(times);
    }

    /** Adds the stored measurements to the cases; throws if a case has none. */
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
