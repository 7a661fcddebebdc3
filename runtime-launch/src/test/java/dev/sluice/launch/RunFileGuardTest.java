package dev.sluice.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.RunId;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of the guard's input is the same to its shell as the end of the process; {@code SignalsIT} kills one. */
@NoLeaks
class RunFileGuardTest {
    private static final RunId MINE = new RunId("mine");

    /** A busy machine lets a shell wait for so long. */
    private static final long LONG_MILLIS = 60_000;

    @TempDir
    Path directory;

    @BeforeEach
    void close() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }

    private Path written(RunId run, String name) throws IOException {
        Path file = directory.resolve(name);
        RunFile.inProcess(run).write(file);
        return file;
    }

    @Test
    void shouldDeleteRunFilesThatAreLeft() throws IOException {
        Path socket = Files.createFile(directory.resolve("master.sock"));
        Path odd = directory.resolve("it's \"$HOME\" *.run");
        RunFileGuard guard = RunFileGuard.of(MINE, socket, odd, directory.resolve("worker.run"));
        written(MINE, "it's \"$HOME\" *.run");
        written(MINE, "worker.run");
        written(MINE, "worker.run.new"); // the process was killed before it had its name
        guard.close(LONG_MILLIS);
        try (var left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void shouldLeaveFilesOfOtherRuns() throws IOException {
        Path socket = Files.createFile(directory.resolve("master.sock"));
        Path other = written(new RunId("mine-too"), "worker.run");
        RunFileGuard.of(MINE, socket, other, directory.resolve("operator.run")).close(LONG_MILLIS);
        assertThat(other).exists();
        assertThat(socket).exists();
    }

    @Test
    void shouldLeaveOtherFilesOfTheRun() throws IOException {
        Path asked = written(MINE, "far.run");
        RunFileGuard.of(MINE, null, directory.resolve("worker.run")).close(LONG_MILLIS);
        assertThat(asked).exists();
    }
}
