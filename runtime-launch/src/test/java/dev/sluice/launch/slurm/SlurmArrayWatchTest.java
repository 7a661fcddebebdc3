package dev.sluice.launch.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.runfile.UnitNeeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmArrayWatchTest {
    @TempDir
    Path directory;

    private final LaunchNews news = new LaunchNews();
    private SlurmArrayWatch watch;

    @BeforeEach
    void submit() throws Exception {
        Files.createDirectory(directory.resolve("logs"));
        watch = new SlurmArrayWatch(
                new SlurmTerms("pi", 2, 0, UnitNeeds.NONE, List.of(), Path.of("/w.jar"), List.of(), directory),
                "7",
                Set.of(1, 2),
                List.of(),
                news);
    }

    private static SlurmTask task(int index, String state, String reason, String node) {
        return new SlurmTask(index, state, reason, node, 0, "Unknown");
    }

    private void greet(int index, String node) throws Exception {
        Files.writeString(
                directory.resolve("logs").resolve(node + "-7_" + index + ".log"),
                "sluice-worker: " + node + " process " + (100 + index) + " with 4 slots in step 8.batch\nlast words\n");
    }

    @Test
    void shouldSayOnceWhatTheJobWaitsFor() {
        watch.look(List.of(task(1, "PENDING", "None", ""), task(2, "PENDING", "None", "")));
        assertThat(news.take()).isEmpty();
        for (int i = 0; i < 2; i++) {
            watch.look(List.of(task(1, "PENDING", "Resources", ""), task(2, "PENDING", "Resources", "")));
        }
        assertThat(news.take()).containsExactly("news Slurm job 7: 2 of 2 wait: Resources");
    }

    @Test
    void shouldTellABeginningWhenTheWorkerHasSaidWhoItIs() throws Exception {
        watch.look(List.of(task(1, "RUNNING", "None", "n1")));
        assertThat(news.take()).isEmpty();
        greet(1, "n1");
        watch.look(List.of(task(1, "RUNNING", "None", "n1")));
        watch.look(List.of(task(1, "RUNNING", "None", "n1")));
        assertThat(news.take()).containsExactly("started Slurm task 7_1 on n1, process 101, slots 4");
    }

    @Test
    void shouldTellThatOneWasCancelledAndTheOtherGoesOn() throws Exception {
        greet(1, "n1");
        greet(2, "n2");
        watch.look(List.of(task(1, "RUNNING", "None", "n1"), task(2, "RUNNING", "None", "n2")));
        news.take();
        watch.look(List.of(task(1, "CANCELLED", "None", "n1"), task(2, "RUNNING", "None", "n2")));
        assertThat(news.take())
                .containsExactly("ended Slurm task 7_1 on n1, process 101, code 143: was cancelled in Slurm");
        assertThat(watch.over()).isFalse();
        watch.look(List.of(task(2, "TIMEOUT", "None", "n2")));
        assertThat(news.take())
                .containsExactly("ended Slurm task 7_2 on n2, process 102, code 143: reached its time limit in Slurm");
        assertThat(watch.over()).isTrue();
        assertThat(watch.lastWords())
                .startsWith("all Slurm workers have ended; Slurm task 7_2 on n2 reached its time limit in Slurm;"
                        + " it printed:")
                .endsWith("last words");
    }

    @Test
    void shouldTakeWhatSlurmForgetsForEnded() throws Exception {
        greet(1, "n1");
        watch.look(List.of(task(1, "RUNNING", "None", "n1"), task(2, "CANCELLED", "None", "")));
        watch.look(List.of());
        assertThat(watch.over()).isTrue();
    }

    @Test
    void shouldSuspectTheDirectoryWhenNothingWasPrinted() {
        watch.look(List.of(task(1, "FAILED", "None", "n1"), task(2, "FAILED", "None", "n2")));
        assertThat(watch.lastWords()).contains("--run-dir chooses it");
    }
}
