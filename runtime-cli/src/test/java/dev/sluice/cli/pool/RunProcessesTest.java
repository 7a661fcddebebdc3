package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.runfile.ThisHost;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shell script stands for the masters. */
@NoLeaks
class RunProcessesTest {
    @TempDir
    Path directory;

    private final List<String> said = new ArrayList<>();
    private final List<SubmittedRun> over = new ArrayList<>();
    private final BlockingQueue<Runnable> later = new LinkedBlockingQueue<>();
    private MasterScript script;
    private RunProcesses processes;

    @BeforeEach
    void open() throws Exception {
        script = MasterScript.in(directory);
        processes = new RunProcesses(directory, said::add, later::add, over::add);
    }

    @AfterEach
    void close() {
        script.close();
    }

    private SubmittedRun run() throws Exception {
        SubmittedRun run = new SubmittedRun(
                Files.createDirectories(directory.resolve("runs").resolve("one")),
                directory,
                List.of("run", "app.jar", "--", "-x"),
                false);
        return run;
    }

    /** Carries out what the end of a process asks for. */
    private void processEnds() throws InterruptedException {
        Runnable task = later.poll(60, TimeUnit.SECONDS);
        assertThat(task).as("the end of a process").isNotNull();
        task.run();
    }

    @Test
    void shouldStartAMasterWithThePoolAndItsDirectory() throws Exception {
        script.write("echo \"$@\"", "pwd >&2", "echo $MARK >&2");
        processes.start(run(), Map.of("MARK", "mine", "PATH", System.getenv("PATH")));
        processEnds();

        assertThat(run().output())
                .hasContent("run --pool --pool-dir " + directory + " --run-dir " + run().directory()
                        + " --run-id one app.jar -- -x\n");
        assertThat(run().log()).hasContent(directory.toRealPath() + "\nmine\n");
        assertThat(over).as("it never began").containsExactly(run());
    }

    @Test
    void shouldResumeARunWhoseMasterDied() throws Exception {
        script.write(
                "if [ $1 = resume ]; then " + MasterScript.json("$2", MasterScript.complete()) + "; exit; fi",
                MasterScript.json(run().directory().toString(), MasterScript.dead()));
        processes.start(run(), Map.of());
        processEnds();
        assertThat(over).isEmpty();
        assertThat(processes.living()).isEqualTo(1);
        processEnds();

        assertThat(said).containsExactly("one: its master died and is started again", "one: complete");
        assertThat(over).containsExactly(run());
        assertThat(processes.living()).isZero();
    }

    @Test
    void shouldNotResumeARunWhoseMasterDiesAgainAndAgain() throws Exception {
        script.write(MasterScript.json(run().directory().toString(), MasterScript.dead()));
        processes.start(run(), Map.of());
        while (over.isEmpty()) {
            processEnds();
        }

        assertThat(said).hasSize(6);
        assertThat(said.get(5)).contains("6 times", "not started again", "sluice resume " + run().directory());
        assertThat(processes.living()).isZero();
    }

    @Test
    void shouldAskAMasterToStop() throws Exception {
        assertThat(processes.cancel(run())).as("nothing was started").isFalse();
        script.write("exec sleep 600");
        processes.start(run(), Map.of());
        assertThat(processes.living()).isEqualTo(1);
        assertThat(processes.cancel(run())).isTrue();
        processEnds();

        assertThat(processes.living()).isZero();
    }

    @Test
    void shouldTakeOverRunsOfAnEarlierPool() throws Exception {
        Path json = run().directory().resolve("run.json");
        Files.writeString(json, MasterScript.complete());
        processes.takeOver(run());
        assertThat(over).containsExactly(run());

        over.clear();
        script.write(MasterScript.json("$2", MasterScript.complete()));
        Files.writeString(json, MasterScript.dead().replace("HOST", ThisHost.name()));
        processes.takeOver(run());
        assertThat(over).as("its master is started again").isEmpty();
        processEnds();
        assertThat(over).containsExactly(run());
    }

    @Test
    void shouldWatchAMasterThatLivesOn() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(run().directory().resolve("run.json"), MasterScript.running(other.toHandle()));
            processes.takeOver(run());
            assertThat(processes.living()).isEqualTo(1);
            assertThat(over).isEmpty();
        } finally {
            other.destroyForcibly();
        }
        Files.writeString(run().directory().resolve("run.json"), MasterScript.complete());
        processEnds();

        assertThat(over).containsExactly(run());
    }
}
