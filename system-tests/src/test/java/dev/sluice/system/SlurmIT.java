package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice run --slurm}, on a real Slurm cluster of three nodes on this machine. */
@NoLeaks
@Tag("queues")
class SlurmIT {
    private static final int UNITS = 2000;
    private static final Pattern JOB = Pattern.compile("Slurm job ([0-9]+): [0-9]+ workers submitted");

    @TempDir
    static Path ofCluster;

    private static SlurmCluster cluster;

    @TempDir
    Path directory;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = SlurmCluster.start(ofCluster);
    }

    @AfterAll
    static void endCluster() throws Exception {
        cluster.close();
        if (cluster.missing().isEmpty()) {
            assertThat(cluster.state()).doesNotExist();
        }
    }

    @BeforeEach
    void needCluster() {
        assumeTrue(cluster.missing().isEmpty(), cluster.missing());
    }

    @Test
    void shouldDrawTheSamePictureOnNewNodesAndTellNoSecret() throws Exception {
        String job;
        mandelbrot(Map.of(), "serial", "--local=0").printed(0);
        try (MasterRun run = mandelbrot(cluster.environment(), "array", "--slurm", "3")) {
            run.awaitPrinted("w3 on n");
            assertThat(run.err()).contains("w1 on n", "joined with 2 slots");
            job = jobOf(run);
            assertSecretIsKept(directory.resolve("run"), job);
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.out()).doesNotContain("workers lost");
        }
        assertThat(picture("array")).isEqualTo(picture("serial"));
        assertThat(directory.resolve("run/private")).isEmptyDirectory();
        assertThat(logs())
                .allMatch(log -> log.matches("n[1-3]-" + job + "_[1-3]\\.log"))
                .hasSize(3);
        assertNothingIsLeft();
    }

    /** The run in an allocation is drained before the allocation ends; then its master is killed. */
    @Test
    void shouldDrainBeforeTheEndOfTheAllocationAndLeaveNothingBehindAKilledMaster() throws Exception {
        try (SlurmCluster.Allocation allocation = cluster.allocate()) {
            cluster.ask("scontrol", "update", "JobId=" + allocation.job(), "EndTime=now+20seconds");
            try (MasterRun run = poison(
                    allocation.environment(), 100_000, 50, "--slurm", "3", "--local", "1", "--journal", "none")) {
                run.awaitPrinted("w4 on ");
                assertSecretIsKept(directory.resolve("run"), allocation.job());
                assertThat(logs()).contains("n1-1.log", "n2-2.log", "n3-3.log");
                await().until(() -> run.err().split("leaves: SIGTERM", -1).length > 3);
                awaitUnits(PoisonJar.accepted(directory).size() + 20);
                assertThat(run.err()).doesNotContain("is away");
                assertThat(PoisonJar.accepted(directory)).doesNotHaveDuplicates();
                run.signal("KILL");
                await().untilAsserted(this::assertNothingIsLeftOfUs);
            }
            assertThat(cluster.ask("squeue", "--noheader", "--steps")).doesNotContain("sluice");
        }
    }

    @Test
    void shouldReassignWhatACancelledTaskHeldAndSayWhoseDoingThatWas() throws Exception {
        try (MasterRun run = poison(cluster.environment(), UNITS, 200, "--slurm", "3")) {
            run.awaitPrinted("w3 on n");
            awaitUnits(20);
            String job = jobOf(run);
            cluster.ask("scancel", job + "_1");
            run.awaitPrinted("leaves: SIGTERM");
            run.awaitPrinted("Slurm task " + job + "_1 on n1 (process ");
            assertThat(run.err()).contains(" was cancelled in Slurm");
            cluster.ask("scancel", "--batch", "--signal=KILL", job + "_2");
            run.awaitPrinted("ended with exit code 137");
            Files.createFile(directory.resolve("hurry"));
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.out()).contains("workers lost 1");
        }
        assertEachUnitOnce();
        assertNothingIsLeft();
    }

    @Test
    void shouldGoOnWithTheTasksOfAKilledMaster() throws Exception {
        try (MasterRun killed = poison(cluster.environment(), UNITS, 200, "--slurm", "2")) {
            killed.awaitPrinted("w2 on n");
            awaitUnits(20);
            String job = jobOf(killed);
            killed.signal("KILL");
            killed.exitCodeWithin(60);
            try (MasterRun resumed = MasterRun.master(directory, cluster.environment(), "resume", "run")) {
                resumed.awaitPrinted("Slurm job " + job + ": 2 workers of the earlier master");
                Files.createFile(directory.resolve("hurry"));
                assertThat(resumed.exitCodeWithin(90)).as(resumed.err()).isZero();
                assertThat(resumed.err()).doesNotContain("submitted", "w3 on");
            }
        }
        assertThat(Set.copyOf(PoisonJar.accepted(directory)))
                .as("the journal's results are accepted again")
                .hasSize(UNITS);
        assertNothingIsLeft();
    }

    @Test
    void shouldAddWorkersAndEndItsJobsOnCtrlCAndNoOther() throws Exception {
        String other = cluster.ask("sbatch", "--parsable", "--ntasks=1", "--output=/dev/null", "--wrap=sleep 600")
                .strip();
        try (MasterRun run = poison(cluster.environment(), 100_000, 50, "--slurm", "1", "--slots", "1")) {
            run.awaitPrinted("w1 on n");
            assertLaunched("not submitted", 4, "--slurm-options", "--partition=nowhere");
            assertLaunched(" 1 worker submitted", 0, "--slots", "1");
            run.awaitPrinted("w2 on n");
            awaitUnits(20);
            run.signal("INT");
            run.awaitPrinted("stopping:");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(130);
            await().untilAsserted(this::assertNothingIsLeftOfUs);
            await().untilAsserted(() -> assertThat(
                            cluster.ask("squeue", "--noheader", "--format=%i").strip())
                    .isEqualTo(other));
            assertThat(PoisonJar.accepted(directory)).doesNotHaveDuplicates();
        } finally {
            cluster.ask("scancel", other);
        }
    }

    private void assertLaunched(String said, int exitCode, String... options) throws Exception {
        assertThat(MasterRun.master(directory, cluster.environment(), Words.of("workers add run --slurm 1 %s", options))
                        .printed(exitCode))
                .contains(said);
    }

    @Test
    void shouldSayWhatSlurmDoesNotLike() throws Exception {
        try (MasterRun run =
                poison(cluster.environment(), UNITS, 50, "--slurm", "2", "--slurm-options", "--nodelist=n9")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(4);
            assertThat(run.err())
                    .contains("Slurm: E421 not submitted: sbatch: error: ", "by hand: sbatch " + directory);
        }
        assertThat(cluster.ask("squeue", "--noheader", "--states=PENDING")).isEmpty();
        Map<String, String> environment = new HashMap<>(cluster.environment());
        environment.put("PATH", "/nowhere");
        try (MasterRun run = poison(environment, UNITS, 50, "--slurm", "2")) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(4);
            assertThat(run.err()).contains("E420 --slurm: no 'sbatch' on this machine");
        }
    }

    // ---- what is run ----

    private MasterRun mandelbrot(Map<String, String> environment, String name, String... options) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("run", Checkout.applicationJar("mandelbrot").toString(), "--run-dir", "run"));
        all.addAll(List.of(options));
        all.addAll(List.of("--", "--width", "1200", "--height", "900", "--limit", "6000", "--tile", "30x30"));
        all.addAll(List.of("--out", name + ".png"));
        return MasterRun.master(directory, environment, all.toArray(String[]::new));
    }

    private byte[] picture(String name) throws IOException {
        return Files.readAllBytes(directory.resolve(name + ".png"));
    }

    private MasterRun poison(Map<String, String> environment, int units, int millis, String... options)
            throws Exception {
        return MasterRun.master(
                directory,
                environment,
                Words.of(
                        "run %s --run-dir run %s -- --ledger %s --units %s --compute-millis %s --hurry %s",
                        PoisonJar.in(directory),
                        options,
                        directory.resolve("ledger.txt"),
                        units,
                        millis,
                        directory.resolve("hurry")));
    }

    private void awaitUnits(int count) {
        await().until(() -> PoisonJar.accepted(directory).size() > count);
    }

    private static String jobOf(MasterRun run) {
        Matcher job = JOB.matcher(run.err());
        assertThat(job.find()).as(run.err()).isTrue();
        return job.group(1);
    }

    // ---- what is left ----

    private void assertEachUnitOnce() throws IOException {
        assertThat(PoisonJar.accepted(directory)).hasSize(UNITS).doesNotHaveDuplicates();
    }

    private List<String> logs() throws IOException {
        try (Stream<Path> logs = Files.list(directory.resolve("run/logs"))) {
            return logs.map(log -> log.getFileName().toString()).toList();
        }
    }

    private void assertNothingIsLeft() throws Exception {
        // Jobs that have ended stay in the queue until their nodes have said so.
        await().untilAsserted(
                        () -> assertThat(cluster.ask("squeue", "--noheader")).isEmpty());
        assertNothingIsLeftOfUs();
    }

    /** No worker of this test, of which each has its directory in its command line. */
    private void assertNothingIsLeftOfUs() throws IOException {
        assertThat(SlurmCluster.processesWith("private/sluice-worker.jar")).isEmpty();
    }

    /**
     * Not in a process's arguments or environment, nothing that Slurm shows or keeps, no file but the run file and what
     * the next master reads.
     */
    private void assertSecretIsKept(Path run, String job) throws Exception {
        Path file = run.resolve("private/worker.run");
        Path identity = run.resolve("journal/identity");
        for (Path each : Files.exists(identity) ? List.of(file, identity) : List.of(file)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each.getParent())))
                    .isEqualTo("rwx------");
        }
        String secret =
                Checkout.read(file).split("secret=")[1].lines().findFirst().orElseThrow();
        assertThat(secret).hasSizeGreaterThan(30);
        assertThat(SlurmCluster.processesWith(secret)).isEmpty();
        assertThat(cluster.ask("scontrol", "--details", "show", "job", job)).doesNotContain(secret);
        for (Path each : List.of(run, cluster.state())) {
            try (Stream<Path> files = Files.walk(each)) {
                assertThat(files.filter(Files::isRegularFile)
                                .filter(other -> !other.equals(file) && !other.equals(identity))
                                .filter(other -> holds(other, secret)))
                        .isEmpty();
            }
        }
    }

    private static boolean holds(Path file, String text) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
        } catch (IOException gone) {
            return false;
        }
    }
}
