package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.process.SavedCommand;
import dev.sluice.master.journal.RealJournalFiles;
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
        processes = new RunProcesses(directory, said::add, (millis, task) -> later.add(task), over::add);
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

    private void start() throws Exception {
        new StartNote(run().directory()).write(Map.of("PATH", System.getenv("PATH")));
        processes.start(run());
    }

    /** The journal of the run has begun. */
    private void accepts() throws Exception {
        Files.createFile(
                Files.createDirectories(SavedCommand.journal(run().directory())).resolve("command.json"));
    }

    /** The pool is killed and started again; masters are told of to the later pool only. */
    private void poolIsKilled() throws Exception {
        later.clear();
        processes = new RunProcesses(directory, said::add, (millis, task) -> later.add(task), over::add);
        processes.takeOver(run());
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
        new StartNote(run().directory()).write(Map.of("MARK", "mine", "PATH", System.getenv("PATH")));
        processes.start(run());
        processEnds();

        assertThat(run().output())
                .hasContent("run --pool=role=submit,dir=" + directory + " --run-dir " + run().directory()
                        + " --run-id one app.jar -- -x\n");
        assertThat(run().log()).hasContent(directory.toRealPath() + "\nmine\n");
        assertThat(over).as("it never began").containsExactly(run());
    }

    @Test
    void shouldResumeARunWhoseMasterDied() throws Exception {
        accepts();
        script.write(
                "if [ $1 = resume ]; then " + MasterScript.json("$2", MasterScript.complete()) + "; exit; fi",
                MasterScript.json(run().directory().toString(), MasterScript.dead()));
        start();
        processEnds();
        assertThat(over).isEmpty();
        assertThat(processes.living()).isEqualTo(1);
        processEnds();

        assertThat(said).containsExactly("one: its master died and is started again", "one: complete");
        assertThat(over).containsExactly(run());
        assertThat(processes.living()).isZero();
    }

    @Test
    void shouldStartARunAnewWhoseMasterDiedBeforeItsJournalBegan() throws Exception {
        Path second = directory.resolve("second");
        script.write(
                "echo $1",
                "if [ -e " + second + " ]; then "
                        + MasterScript.json(run().directory().toString(), MasterScript.complete()) + "; exit; fi",
                "touch " + second,
                MasterScript.json(run().directory().toString(), MasterScript.dead()));
        start();
        processEnds();
        processEnds();

        assertThat(run().output()).hasContent("run\nrun\n");
        assertThat(said).first().asString().contains("before its journal began", "started anew");
        assertThat(over).containsExactly(run());
    }

    @Test
    void shouldNotRepeatCommandsThatNoteNothing() throws Exception {
        Files.writeString(
                run().directory().resolve("run.json"), MasterScript.dead().replace("HOST", ThisHost.name()));
        script.write("echo $1", MasterScript.json("$2", MasterScript.complete()));
        SubmittedRun each = new SubmittedRun(run().directory(), directory, List.of("each", "rm", ":::", "x"), false);
        processes.takeOver(each);
        processEnds();

        assertThat(each.output()).hasContent("resume\n");
    }

    @Test
    void shouldNotResumeARunWhoseMasterDiesAgainAndAgain() throws Exception {
        accepts();
        script.write(MasterScript.json(run().directory().toString(), MasterScript.dead()));
        start();
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
        start();
        assertThat(processes.living()).isEqualTo(1);
        assertThat(processes.cancel(run())).isTrue();
        processEnds();

        assertThat(processes.living()).isZero();
    }

    @Test
    void shouldTakeOverRunsOfAnEarlierPool() throws Exception {
        accepts();
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
    void shouldStartARunWhosePoolWasKilledBeforeItsMaster() throws Exception {
        new StartNote(run().directory()).write(Map.of("MARK", "mine", "PATH", System.getenv("PATH")));
        script.write("echo $1 $6 $MARK", MasterScript.json(run().directory().toString(), MasterScript.complete()));
        poolIsKilled();
        assertThat(over).isEmpty();
        processEnds();

        assertThat(run().output()).hasContent("run one mine\n");
        assertThat(over).containsExactly(run());
    }

    @Test
    void shouldWatchAMasterThatHasNotBegunWhenThePoolIsKilled() throws Exception {
        Path go = directory.resolve("go");
        script.write(
                "echo $1",
                "while [ ! -e " + go + " ]; do sleep 0.02; done",
                MasterScript.json(run().directory().toString(), MasterScript.complete()));
        start();
        poolIsKilled();
        assertThat(processes.living()).isEqualTo(1);
        Files.createFile(go);
        processEnds();

        assertThat(run().output()).as("one master").hasContent("run\n");
        assertThat(over).containsExactly(run());
    }

    @Test
    void shouldWatchAMasterThatGoesOnWhenThePoolIsKilled() throws Exception {
        accepts();
        Path go = directory.resolve("go");
        script.write(
                "echo $1",
                "while [ $1 = resume -a ! -e " + go + " ]; do sleep 0.02; done",
                "if [ ! -e " + go + " ]; then "
                        + MasterScript.json(run().directory().toString(), MasterScript.dead()) + "; exit; fi",
                MasterScript.json(run().directory().toString(), MasterScript.complete()));
        start();
        processEnds();
        poolIsKilled();
        assertThat(processes.living()).as("the master that resumes").isEqualTo(1);
        Files.createFile(go);
        processEnds();

        assertThat(run().output()).hasContent("run\nresume\n");
        assertThat(over).containsExactly(run());
    }

    @Test
    void shouldLeaveARunAloneWhoseJournalIsLocked() throws Exception {
        script.write("exit 2"); // it was refused, because another master has the lock
        try (RealJournalFiles other = RealJournalFiles.lock(SavedCommand.journal(run().directory()))) {
            start();
            processEnds();
            processEnds();
            assertThat(over).isEmpty();
            Files.writeString(run().directory().resolve("run.json"), MasterScript.complete());
        }
        processEnds();

        assertThat(over).containsExactly(run());
        assertThat(said).containsExactly("one: complete");
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
