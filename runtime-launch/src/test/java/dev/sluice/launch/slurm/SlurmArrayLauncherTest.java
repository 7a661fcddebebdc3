package dev.sluice.launch.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.launch.Survivor;
import dev.sluice.launch.ssh.SshLauncherTest;
import dev.sluice.net.runfile.UnitNeeds;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher with commands of Slurm that read and change files: a line for each task, in a file for each job. */
@NoLeaks
class SlurmArrayLauncherTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final LaunchNews news = new LaunchNews();
    private SlurmArrayLauncher launcher;

    @BeforeEach
    void makeCommands() throws IOException {
        Files.createDirectories(directory.resolve("bin"));
        Files.createDirectories(directory.resolve("jobs"));
        Files.createDirectories(directory.resolve("logs"));
        Files.writeString(directory.resolve("worker.jar"), "a jar");
        command("squeue", "echo \"$*\" >> asked; [ ! -e listed ] || cat listed");
        command("scontrol", "cat \"jobs/$4\"");
        command(
                "scancel",
                "for job; do :; done",
                "sed -i s/=RUNNING/=COMPLETED/\\;s/=PENDING/=CANCELLED/ \"jobs/$job\"",
                "echo \"$job\" >> cancelled");
        command("sbatch", "grep -- --array= \"$2\" >> submitted", "cp new jobs/9", "echo 9");
        launcher = new SlurmArrayLauncher(
                new SlurmTerms(
                        "pi", 3, 0, UnitNeeds.NONE, List.of(), directory.resolve("worker.jar"), List.of(), directory),
                null,
                new SlurmClient(directory.resolve("bin") + "/"));
    }

    @AfterEach
    void end() throws InterruptedException {
        launcher.awaitEnd(0);
        assertThat(directory.resolve("private")).isEmptyDirectory();
    }

    private void command(String name, String... lines) throws IOException {
        Path file = directory.resolve("bin").resolve(name);
        Files.writeString(file, "#!/bin/sh\ncd " + directory + " || exit\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String task(int job, int index, String state) {
        return "JobId=" + (100 + index) + " ArrayJobId=" + job + " ArrayTaskId=" + index
                + " JobName=sluice-pi JobState="
                + state + " Reason=None ExitCode=0:0 EndTime=Unknown NodeList="
                + (state.equals("PENDING") ? "(null)" : "n" + index) + " ";
    }

    private void job(String name, String... tasks) throws IOException {
        Files.write(directory.resolve(name), List.of(tasks));
    }

    private void launch() {
        launcher.start(news);
        launcher.join(SshLauncherTest.runFile("10.1.1.1"));
    }

    private void greet(int job, int index) throws IOException {
        Files.writeString(
                directory.resolve("logs").resolve("n" + index + "-" + job + "_" + index + ".log"),
                "sluice-worker: n" + index + " process " + (100 + index) + " with 4 slots in step 8.batch\n");
    }

    private void awaitNews(String line) {
        await().atMost(LONG).untilAsserted(() -> {
            synchronized (news) {
                assertThat(news.lines).contains(line);
            }
        });
    }

    @Test
    void shouldSubmitOneTaskForEachWorkerOfANewRun() throws Exception {
        job("listed", "7_1 RUNNING");
        job("new", task(9, 1, "RUNNING"), task(9, 2, "PENDING"), task(9, 3, "PENDING"));
        greet(9, 1);
        launch();
        awaitNews("started Slurm task 9_1 on n1, process 101, slots 4");

        assertThat(news.take()).startsWith("news Slurm job 9: 3 workers submitted");
        assertThat(directory.resolve("submitted")).hasContent("#SBATCH --array=1-3");
        assertThat(directory.resolve("asked"))
                .as("no master was before this one")
                .doesNotExist();
    }

    @Test
    void shouldSubmitOnlyTheWorkersThatAnEarlierMasterHasLeftNone() throws Exception {
        job("listed", "7_1 RUNNING", "7_2 PENDING", "7_3 FAILED", "8_1 CANCELLED");
        job("jobs/7", task(7, 1, "RUNNING"), task(7, 2, "PENDING"), task(7, 3, "FAILED"));
        job("new", task(9, 1, "RUNNING"));
        greet(7, 1);
        greet(9, 1);
        launcher.survived(List.of(new Survivor("n1", 101)));
        launch();
        awaitNews("started Slurm task 9_1 on n1, process 101, slots 4");

        assertThat(news.take())
                .as("the survivor is there already, and the failed task was over before")
                .startsWith("news Slurm job 7: 2 workers of the earlier master", "news Slurm job 9: 1 worker submitted")
                .noneMatch(line -> line.contains("7_1") || line.contains("7_3"));
        assertThat(directory.resolve("submitted")).hasContent("#SBATCH --array=1-1");
        launcher.awaitEnd(0);
        assertThat(Files.readAllLines(directory.resolve("cancelled"))).contains("7", "9");
    }

    @Test
    void shouldSubmitNoneWhileAllTasksOfTheEarlierMasterLive() throws Exception {
        job("listed", "7_1 RUNNING", "7_2 RUNNING", "7_3 PENDING");
        job("jobs/7", task(7, 1, "RUNNING"), task(7, 2, "RUNNING"), task(7, 3, "PENDING"));
        greet(7, 2);
        launcher.survived(List.of());
        launch();
        awaitNews("started Slurm task 7_2 on n2, process 102, slots 4");
        assertThat(directory.resolve("submitted")).doesNotExist();
        assertThat(directory.resolve("asked")).content().contains("--name=sluice-pi ");

        job("jobs/7", task(7, 1, "FAILED"), task(7, 2, "FAILED"), task(7, 3, "CANCELLED"));
        await().atMost(LONG).until(() -> news.take().stream().anyMatch(line -> line.startsWith("gone all Slurm")));
    }
}
