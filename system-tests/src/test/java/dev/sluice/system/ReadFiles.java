package dev.sluice.system;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.InputFile;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Units that read files: {@code points.csv}, which the application names, and what {@code --read} names. The answer has
 * one line for each different content, path and process.
 */
public final class ReadFiles extends Application<None, Integer, String> {
    @Option(names = "--points", required = true)
    Path points;

    @Option(names = "--read", description = "names of files, and of files in directories")
    List<String> read = List.of();

    @Option(names = "--out", required = true)
    Path out;

    @Option(names = "--units")
    int units = 8;

    @Option(names = "--unit-millis")
    long unitMillis = 0;

    @Option(names = "--awaits", description = "the last unit ends when this file exists")
    @Nullable
    Path awaits;

    private final TreeSet<String> lines = new TreeSet<>();

    @Override
    protected List<InputFile> files() {
        return List.of(new InputFile("points.csv", points, false));
    }

    @Override
    protected Cycle<None> cycle(int number) {
        if (!file("points.csv").equals(points.toAbsolutePath())) {
            throw new IllegalStateException(file("points.csv") + " (expected: the original on the master)");
        }
        return new Cycle<>(units, None.NONE, true);
    }

    @Override
    protected Integer unit(long index) {
        return (int) index;
    }

    @Override
    protected String compute(None setup, Integer unit) throws Exception {
        TimeUnit.MILLISECONDS.sleep(unitMillis);
        while (awaits != null && unit == units - 1 && !Files.exists(awaits)) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        StringBuilder line = new StringBuilder(text(file("points.csv")));
        for (String name : read) {
            int slash = name.indexOf('/');
            line.append(' ')
                    .append(text(
                            slash < 0
                                    ? file(name)
                                    : file(name.substring(0, slash)).resolve(name.substring(slash + 1))));
        }
        return line.append(' ').append(file("points.csv")).toString();
    }

    private static String text(Path file) throws IOException {
        return Files.size(file) > 100 ? Files.size(file) + " bytes" : Files.readString(file);
    }

    @Override
    protected Verdict accept(long index, String result) {
        lines.add(result);
        return Verdict.CONTINUE;
    }

    @Override
    protected void complete() throws IOException {
        Files.write(out, lines);
    }
}
