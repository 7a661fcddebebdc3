package dev.sluice.benchmarks.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One command that has ended.
 *
 * @param exitCode of the command; -1 if it took too long and was ended
 * @param seconds from its start to its end
 * @param output file with its standard output
 * @param errors file with its standard error, each line after the seconds since the command began
 */
record CommandOutcome(int exitCode, double seconds, Path output, Path errors) {
    private static final int MOST_LETTERS = 200;

    boolean good() {
        return exitCode == 0;
    }

    String text() throws IOException {
        return Files.readString(output);
    }

    /** Tells what went wrong: the exit code, and the last error. */
    String why() throws IOException {
        List<String> lines = Files.readAllLines(errors);
        String last = lines.stream()
                .filter(line -> line.contains("sluice:") || line.contains("E4") || line.contains("error"))
                .reduce((one, other) -> other)
                .orElse(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
        String head = exitCode < 0 ? "ended after " + Math.round(seconds) + " s" : "exit " + exitCode;
        return head + ": " + (last.length() > MOST_LETTERS ? last.substring(0, MOST_LETTERS) : last);
    }
}
