package dev.sluice.worker.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTimeTest {
    private static final long TICK = 10_000_000;

    @TempDir
    Path proc;

    /** A process with the name "a) b", its own times and those of its ended children [ticks]. */
    private Path process(int pid, int user, int system, int endedUser, int endedSystem) throws IOException {
        Path process = Files.createDirectories(proc.resolve(String.valueOf(pid)));
        Files.writeString(
                process.resolve("stat"),
                pid + " (a) b) S 1 1 1 0 -1 4194560 1 2 3 4 " + user + " " + system + " " + endedUser + " "
                        + endedSystem + " 20 0 1 0 5\n");
        return process;
    }

    private static void children(Path process, int thread, String pids) throws IOException {
        Path task = Files.createDirectories(process.resolve("task").resolve(String.valueOf(thread)));
        Files.writeString(task.resolve("children"), pids);
    }

    @Test
    void shouldCountChildrenThatHaveEndedAndThoseThatRun() throws IOException {
        Path own = process(10, 1_000, 1_000, 30, 4);
        assertThat(new ChildTime(own).nanos()).isEqualTo(34 * TICK);
        process(11, 5, 1, 2, 0);
        process(12, 7, 0, 0, 0);
        children(own, 10, "11 ");
        children(own, 20, "12 13 ");
        assertThat(new ChildTime(own).nanos()).as("13 has ended meanwhile").isEqualTo((34 + 8 + 7) * TICK);
    }

    @Test
    void shouldBeZeroWhereTheSystemDoesNotTell() {
        assertThat(new ChildTime(proc.resolve("none")).nanos()).isZero();
    }
}
