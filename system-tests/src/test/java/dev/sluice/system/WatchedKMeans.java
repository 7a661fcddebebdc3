package dev.sluice.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** {@link KMeans} that notes what its workers do, and one of whose units may end its process, once. */
public final class WatchedKMeans extends KMeans {
    @Option(names = "--notes", required = true, description = "file for a line of each call on workers")
    private Path notes = Path.of("");

    @Option(names = "--halt", description = "the first unit halts its process unless this file exists")
    private Path halt = Path.of("/");

    @Option(names = "--together", description = "processes that load the state before a unit ends")
    private int together = 1;

    @Override
    protected void loadState() throws IOException {
        note("load");
        super.loadState();
    }

    @Override
    protected Sums compute(Centres centres, Range range) {
        if (range.from() == 0 && Files.notExists(halt)) {
            try {
                Files.createFile(halt);
                note("halt");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Runtime.getRuntime().halt(9);
        }
        Sums sums = super.compute(centres, range);
        while (loaded() < together) {
            LockSupport.parkNanos(10_000_000);
        }
        return sums;
    }

    @Override
    protected void finish() throws IOException {
        note("finish");
    }

    private long loaded() {
        try (Stream<String> lines = Files.lines(notes)) {
            return lines.filter(line -> line.startsWith("load ")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void note(String call) throws IOException {
        Files.write(
                notes,
                List.of(call + " " + ProcessHandle.current().pid()),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
