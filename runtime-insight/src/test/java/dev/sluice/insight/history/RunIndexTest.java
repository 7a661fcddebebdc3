package dev.sluice.insight.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunIndexTest {
    @TempDir
    Path directory;

    private Path state;
    private RunIndex index;

    @BeforeEach
    void open() {
        state = directory.resolve("state").resolve("sluice");
        index = new RunIndex(state);
    }

    private Path run(String name) throws Exception {
        Path run = Files.createDirectories(directory.resolve(name));
        index.add(run);
        return run;
    }

    @Test
    void shouldBeEmptyBeforeTheFirstRun() throws Exception {
        assertThat(index.directories()).isEmpty();
        assertThat(state).doesNotExist();
    }

    @Test
    void shouldNameTheLatestRunFirstAndEachOnce() throws Exception {
        Path first = run("first");
        Path odd = run("a b\n%20 ü");
        assertThat(index.directories()).containsExactly(odd, first);
        index.add(first);
        assertThat(index.directories()).containsExactly(first, odd);
    }

    @Test
    void shouldForgetDeletedDirectoriesAndSkipForeignLines() throws Exception {
        Path kept = run("kept");
        Path deleted = run("deleted");
        Files.delete(deleted);
        Files.writeString(state.resolve("runs"), "file:///%zz\nnonsense\n", StandardOpenOption.APPEND);
        assertThat(index.directories()).containsExactly(kept);
        assertThat(Files.readAllLines(state.resolve("runs"))).hasSize(1);
    }

    @Test
    void shouldKeepARunWhoseDiskIsNotThere() throws Exception {
        Path kept = run("kept");
        Path away = run("disks/one/runs/away");
        Path disk = Files.move(directory.resolve("disks/one"), directory.resolve("elsewhere"));
        assertThat(index.directories()).containsExactly(kept);
        run("later");
        Files.move(disk, directory.resolve("disks/one"));
        assertThat(index.directories()).contains(away);
    }

    @Test
    void shouldForgetARunThatWasDeletedWithItsParents() throws Exception {
        Path kept = run("kept");
        Path deleted = run("project/sluice-runs/deleted");
        Files.delete(deleted);
        Files.delete(deleted.getParent());
        Files.delete(directory.resolve("project"));
        assertThat(index.directories()).containsExactly(kept);
        assertThat(Files.readAllLines(state.resolve("runs"))).hasSize(1);
    }

    @Test
    void shouldBeginALineOfItsOwnAfterOneThatWasCutOff() throws Exception {
        run("first");
        Files.writeString(state.resolve("runs"), "file:///tmp/cut-o", StandardOpenOption.APPEND);
        Path second = run("second");
        assertThat(index.directories()).contains(second);
    }

    @Test
    void shouldListAndAddAlsoIfItCannotPrune() throws Exception {
        Path kept = run("kept");
        Files.delete(run("deleted"));
        Files.createDirectory(state.resolve("runs.new")); // where a pruned file would be written
        assertThat(index.directories()).containsExactly(kept);
        String many = Files.readString(state.resolve("runs")).repeat(2_000);
        Files.writeString(state.resolve("runs"), many);
        Path added = run("added");
        assertThat(index.directories()).containsExactly(added, kept);
    }

    @Test
    void shouldNotLoseALineOfManyWritersWhileOthersPrune() throws Exception {
        int writers = 8;
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            List<Callable<Path>> tasks = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                String name = "run" + i;
                tasks.add(() -> {
                    Files.delete(run("gone-" + name));
                    new RunIndex(state).directories();
                    return run(name);
                });
            }
            for (Future<Path> task : threads.invokeAll(tasks)) {
                assertThat(task.get()).exists();
            }
        } finally {
            threads.shutdown();
        }
        List<Path> found = index.directories();
        for (int i = 0; i < writers; i++) {
            assertThat(found).contains(directory.resolve("run" + i));
        }
    }
}
