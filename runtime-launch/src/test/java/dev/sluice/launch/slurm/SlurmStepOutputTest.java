package dev.sluice.launch.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmStepOutputTest {
    @TempDir
    Path logs;

    private final LaunchNews news = new LaunchNews();
    private SlurmStepOutput output;

    @BeforeEach
    void startThree() {
        output = new SlurmStepOutput(logs, news);
        for (int i = 0; i < 3; i++) {
            output.line(i + ": sluice-worker: n" + (i + 1) + " process 10" + i + " with 2 slots in step 12.0");
        }
    }

    @Test
    void shouldKnowEachWorkerByItsGreeting() {
        assertThat(news.take())
                .containsExactly(
                        "started Slurm worker on n1, process 100, slots 2",
                        "started Slurm worker on n2, process 101, slots 2",
                        "started Slurm worker on n3, process 102, slots 2");
        assertThat(output.step()).isEqualTo("12.0");
    }

    @Test
    void shouldKeepWhatEachPrintsInItsLog() throws Exception {
        output.line("1: hello: there");
        output.line("srun: job 12 is strange");
        output.line("1: again");
        assertThat(Files.readString(logs.resolve("n2-2.log"))).endsWith("step 12.0\nhello: there\nagain\n");
        assertThat(Files.readString(logs.resolve("srun.log"))).isEqualTo("srun: job 12 is strange\n");
        assertThat(output.last()).isEqualTo(logs.resolve("n2-2.log"));
    }

    @Test
    void shouldTellEachEndOnce() {
        news.take();
        output.line("srun: error: n2: task 1: Exited with exit code 3");
        output.line("srun: error: n[1-3]: tasks 0-2: Killed");
        assertThat(news.take())
                .containsExactly(
                        "ended Slurm worker on n2, process 101, code 3: ended with exit code 3",
                        "ended Slurm worker on n1, process 100, code 137: was ended in Slurm: Killed",
                        "ended Slurm worker on n3, process 102, code 137: was ended in Slurm: Killed");
    }

    @Test
    void shouldTellTheWorkersOfANodeThatFails() {
        news.take();
        output.line("srun: error: Node failure on n3");
        assertThat(news.take())
                .containsExactly(
                        "ended Slurm worker on n3, process 102, code 137: is lost: Slurm reports that its node failed");
    }

    @Test
    void shouldNotBelieveATaskThatSpeaksLikeSlurm() {
        news.take();
        output.line("0: srun: error: n2: task 1: Killed");
        output.line("0: sluice-worker: n9 process 1 with 2 slots in step 99.0");
        assertThat(news.take()).isEmpty();
        assertThat(output.step()).isEqualTo("12.0");
    }
}
