package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A standing pool, and the processes that belong to it, whoever their parent is now.
 *
 * @param directory of the pool
 * @param mark a variable in the environment of its processes alone: {@code NAME=VALUE}
 */
record StandingPool(Path directory, String mark) {
    static final Duration PATIENCE = Duration.ofSeconds(180);

    /** Returns what it has logged. */
    String log() {
        Path log = directory.resolve("pool.log");
        return Files.exists(log) ? Checkout.read(log) : "";
    }

    /** Waits for the end of a command with this exit code, closes it, and returns it. */
    MasterRun ended(int exitCode, MasterRun started) throws InterruptedException {
        try (MasterRun command = started) {
            assertThat(command.exitCodeWithin((int) PATIENCE.toSeconds()))
                    .as(() -> command.err() + "\n" + log())
                    .isEqualTo(exitCode);
            return command;
        }
    }

    /** Its processes. */
    List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> isMarked(process.pid()))
                .toList();
    }

    private boolean isMarked(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1)
                    .contains(mark);
        } catch (IOException goneOrForeign) {
            return false;
        }
    }

    void awaitEnd() {
        await().atMost(PATIENCE).until(() -> processes().isEmpty());
    }

    /** Ends its processes. */
    void end() {
        await().atMost(PATIENCE).until(() -> {
            List<ProcessHandle> left = processes();
            left.forEach(ProcessHandle::destroyForcibly);
            return left.isEmpty();
        });
    }
}
