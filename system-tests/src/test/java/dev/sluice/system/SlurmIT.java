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
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice run --slurm}, on a real Slurm cluster of three nodes on this machine. */
@NoLeaks
class SlurmIT {
    private static final int UNITS = 300;
    private static final Pattern JOB = Pattern.compile("Slurm job ([0-9]+): [0-9]+ workers submitted");

    @TempDir
    static Path ofCluster;

    private static SlurmCluster cluster;
    private static byte[] serial = {};

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
        try (MasterRun run = mandelbrot("array", "--slurm", "3")) {
            run.awaitPrinted("w3 on n");
            assertThat(run.err()).contains("w1 on n", "joined with 2 slots");
            job = jobOf(run);
            assertSecretIsKept(directory.resolve("run"), job);
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.out()).contains("workers joined 3, lost 0");
        }
        assertThat(picture("array")).isEqualTo(serialPicture());
        assertThat(directory.resolve("run/private")).isEmptyDirectory();
        assertThat(logs())
                .allMatch(log -> log.matches("n[1-3]-" + job + "_[1-3]\\.log"))
                .hasSize(3);
        assertNothingIsLeft();
    }

    @Test
    void shouldDrawTheSamePictureInAnAllocation() throws Exception {
        try (SlurmCluster.Allocation allocation = cluster.allocate()) {
            try (MasterRun run = mandelbrot(allocation.environment(), "step", "--slurm", "3")) {
                run.awaitPrinted("w3 on n");
                assertSecretIsKept(directory.resolve("run"), allocation.job());
                assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
                assertThat(run.out()).contains("workers joined 3, lost 0");
            }
            assertThat(picture("step")).isEqualTo(serialPicture());
            assertThat(logs()).contains("n1-1.log", "n2-2.log", "n3-3.log");
            assertThat(cluster.ask("squeue", "--noheader", "--steps")).doesNotContain("sluice");
            assertThat(cluster.ask("squeue", "--noheader", "--format=%i %T")).contains(allocation.job() + " RUNNING");
            assertNothingIsLeftOfUs();
        }
    }

    @Test
    void shouldGiveWorkToANodeThatComesLater() throws Exception {
        cluster.ask("scontrol", "update", "NodeName=n3", "State=DRAIN", "Reason=test");
        try (MasterRun run = poison(cluster.environment(), 100_000, 50, "--slurm", "3")) {
            run.awaitPrinted("1 of 3 wait: ");
            awaitUnits(20);
            cluster.ask("scontrol", "update", "NodeName=n3", "State=UNDRAIN");
            run.awaitPrinted("w3 on n3");
            awaitUnits(ledger().size() + 100);
            run.signal("INT");
            assertThat(run.exitCodeWithin(15)).as(run.err()).isEqualTo(130);
            assertThat(run.out()).contains("duplicates 0", "workers joined 3, lost 0");
        } finally {
            cluster.ask("scontrol", "update", "NodeName=n3", "State=UNDRAIN");
        }
        assertThat(Checkout.read(directory.resolve("run/run.json")))
                .contains("\"units\"")
                .doesNotContain("\"units\":0");
        assertThat(ledger()).doesNotHaveDuplicates();
        assertNothingIsLeft();
    }

    @Test
    void shouldReassignWhatACancelledTaskHeldAndSayWhoseDoingThatWas() throws Exception {
        try (MasterRun run = poison(cluster.environment(), "--slurm", "3")) {
            run.awaitPrinted("w3 on n");
            awaitUnits(20);
            String job = jobOf(run);
            cluster.ask("scancel", job + "_1");
            run.awaitPrinted("leaves: SIGTERM");
            run.awaitPrinted("Slurm task " + job + "_1 on n1 (process ");
            assertThat(run.err()).contains(" was cancelled in Slurm");
            cluster.ask("scancel", "--batch", "--signal=KILL", job + "_2");
            run.awaitPrinted("ended with exit code 137");
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.err()).contains(" is away: ");
        }
        assertEachUnitOnce();
        assertNothingIsLeft();
    }

    @Test
    void shouldDrainOnTheSignalBeforeTheTimeLimit() throws Exception {
        try (MasterRun run = poison(cluster.environment(), "--slurm", "2")) {
            run.awaitPrinted("w2 on n");
            awaitUnits(20);
            cluster.ask("scancel", "--batch", "--signal=TERM", jobOf(run) + "_1"); // as --signal=B:TERM does
            run.awaitPrinted("leaves: SIGTERM");
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.err()).doesNotContain("is away", "cancelled");
            assertThat(run.out()).contains("duplicates 0", "workers joined 2, lost 0");
        }
        assertEachUnitOnce();
        assertNothingIsLeft();
    }

    @Test
    void shouldDrainBeforeTheEndOfTheAllocation() throws Exception {
        try (SlurmCluster.Allocation allocation = cluster.allocate()) {
            cluster.ask("scontrol", "update", "JobId=" + allocation.job(), "EndTime=now+20seconds");
            try (MasterRun run = poison(allocation.environment(), 100_000, 50, "--slurm", "2", "--local", "1")) {
                run.awaitPrinted("w3 on ");
                await().atMost(Duration.ofSeconds(30)).until(() -> run.err().split("leaves: SIGTERM", -1).length > 2);
                awaitUnits(ledger().size() + 20);
                run.signal("INT");
                assertThat(run.exitCodeWithin(15)).as(run.err()).isEqualTo(130);
                assertThat(run.err()).doesNotContain("is away");
            }
        }
        assertThat(ledger()).doesNotHaveDuplicates();
    }

    @Test
    void shouldEndItsJobOnCtrlCAndNoOther() throws Exception {
        String other = cluster.ask("sbatch", "--parsable", "--ntasks=1", "--output=/dev/null", "--wrap=sleep 600")
                .strip();
        try (MasterRun run = poison(cluster.environment(), "--slurm", "2", "--slots", "1")) {
            run.awaitPrinted("w2 on n");
            awaitUnits(20);
            run.signal("INT");
            run.awaitPrinted("stopping:");
            assertThat(run.exitCodeWithin(15)).as(run.err()).isEqualTo(130);
            assertNothingIsLeftOfUs();
            assertThat(cluster.ask("squeue", "--noheader", "--format=%i").strip())
                    .isEqualTo(other);
            assertThat(ledger()).doesNotHaveDuplicates();
        } finally {
            cluster.ask("scancel", other);
        }
    }

    @Test
    void shouldEndWorkersOnTheSecondCtrlC() throws Exception {
        try (MasterRun run = endless(cluster.environment())) {
            assertSecondCtrlCEnds(run);
        }
        try (SlurmCluster.Allocation allocation = cluster.allocate();
                MasterRun run = endless(allocation.environment())) {
            assertSecondCtrlCEnds(run);
        }
        assertNothingIsLeft();
    }

    private void assertSecondCtrlCEnds(MasterRun run) throws Exception {
        run.awaitPrinted("w2 on n");
        run.signal("INT");
        run.awaitPrinted("stopping:");
        run.signal("INT");
        assertThat(run.exitCodeWithin(10)).as(run.err()).isEqualTo(130);
        await().atMost(Duration.ofSeconds(15)).untilAsserted(this::assertNothingIsLeftOfUs);
    }

    @Test
    void shouldLeaveNoWorkerBehindAMasterThatIsKilled() throws Exception {
        try (SlurmCluster.Allocation allocation = cluster.allocate();
                MasterRun run = endless(allocation.environment())) {
            run.awaitPrinted("w2 on n");
            run.signal("KILL");
            await().atMost(Duration.ofSeconds(30)).untilAsserted(this::assertNothingIsLeftOfUs);
        }
    }

    @Test
    void shouldPrintWhatDoesTheSameByHand() throws Exception {
        String printed;
        try (MasterRun dry = poison(cluster.environment(), "--slurm", "2", "--slots", "1", "--dry-run")) {
            assertThat(dry.exitCodeWithin(30)).as(dry.err()).isZero();
            printed = dry.out();
        }
        assertThat(directory.resolve("run")).doesNotExist();
        assertThat(cluster.ask("squeue", "--noheader")).isEmpty();
        String master = printed.lines()
                .filter(line -> !line.startsWith("#"))
                .findFirst()
                .orElseThrow();
        try (MasterRun run = MasterRun.typed(directory, cluster.environment(), master)) {
            run.awaitPrinted("to join:");
            ask(printed.substring(printed.indexOf("sbatch <<")));
            run.awaitPrinted("w2 on n");
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.out()).contains("workers joined 2, lost 0");
        }
        assertEachUnitOnce();
    }

    @Test
    void shouldAddWorkersToARunThatGoesOn() throws Exception {
        try (MasterRun run = poison(cluster.environment(), 100_000, 50, "--slurm", "1", "--slots", "1")) {
            run.awaitPrinted("w1 on n");
            assertLaunched("not submitted", 4, "--slurm-options", "--partition=nowhere");
            assertLaunched(" 1 workers submitted", 0, "--slots", "1");
            run.awaitPrinted("w2 on n");
            run.signal("INT");
            assertThat(run.exitCodeWithin(15)).as(run.err()).isEqualTo(130);
        }
        await().atMost(Duration.ofSeconds(15)).untilAsserted(this::assertNothingIsLeft);
    }

    private void assertLaunched(String said, int exitCode, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("launch", "run", "--slurm", "1"));
        all.addAll(List.of(options));
        try (MasterRun launch = MasterRun.master(directory, cluster.environment(), all.toArray(String[]::new))) {
            assertThat(launch.exitCodeWithin(60)).as(launch.err()).isEqualTo(exitCode);
            assertThat(launch.out()).contains(said);
        }
    }

    private void ask(String script) throws Exception {
        Files.writeString(directory.resolve("typed.sh"), script);
        cluster.ask("/bin/sh", directory.resolve("typed.sh").toString());
    }

    @Test
    void shouldSayWhatSlurmDoesNotLike() throws Exception {
        assertRefused("E421", "invalid partition specified: nowhere", "--slurm-options", "--partition=nowhere");
        assertRefused("E421", "time limit", "--slurm-options", "--time=10:00:00");
        assertRefused("E421", "by hand: sbatch " + directory, "--slurm-options", "--nodelist=n9");
        assertThat(cluster.ask("squeue", "--noheader")).isEmpty();
        Map<String, String> environment = new HashMap<>(cluster.environment());
        environment.put("PATH", "/nowhere");
        try (MasterRun run = poison(environment, "--slurm", "2")) {
            assertThat(run.exitCodeWithin(30)).isEqualTo(4);
            assertThat(run.err()).contains("E420 --slurm: no 'sbatch' on this machine");
        }
        try (SlurmCluster.Allocation allocation = cluster.allocate();
                MasterRun run = poison(allocation.environment(), "--slurm", "4")) {
            assertThat(run.exitCodeWithin(30)).isEqualTo(2);
            assertThat(run.err()).contains("E200 --slurm: 4 (expected: at most 3, the nodes of the allocation");
        }
    }

    private void assertRefused(String code, String why, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--slurm", "2"));
        all.addAll(List.of(options));
        try (MasterRun run = poison(cluster.environment(), all.toArray(String[]::new))) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(4);
            assertThat(run.err()).contains("Slurm: " + code + " not submitted: sbatch: error: ", why);
        }
    }

    // ---- what is run ----

    private MasterRun mandelbrot(String name, String... options) throws Exception {
        return mandelbrot(cluster.environment(), name, options);
    }

    private MasterRun mandelbrot(Map<String, String> environment, String name, String... options) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("run", Checkout.applicationJar("mandelbrot").toString(), "--run-dir", "run"));
        all.addAll(List.of(options));
        all.addAll(List.of("--", "--width", "1200", "--height", "900", "--limit", "6000", "--tile", "30x30"));
        all.addAll(List.of("--out", name + ".png"));
        return MasterRun.master(directory, environment, all.toArray(String[]::new));
    }

    private byte[] serialPicture() throws Exception {
        if (serial.length == 0) {
            try (MasterRun run = mandelbrot(Map.of(), "serial", "--serial")) {
                assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            }
            serial = picture("serial");
        }
        return serial;
    }

    private byte[] picture(String name) throws IOException {
        return Files.readAllBytes(directory.resolve(name + ".png"));
    }

    /** Units of 50 ms. */
    private MasterRun poison(Map<String, String> environment, String... options) throws Exception {
        return poison(environment, UNITS, 50, options);
    }

    /** Units of ten minutes. */
    private MasterRun endless(Map<String, String> environment) throws Exception {
        return poison(environment, 10, 600_000, "--slurm", "2");
    }

    private MasterRun poison(Map<String, String> environment, int units, int millis, String... options)
            throws Exception {
        List<String> all =
                new ArrayList<>(List.of("run", PoisonJar.in(directory).toString(), "--run-dir", "run"));
        all.addAll(List.of(options));
        all.addAll(List.of("--", "--ledger", directory.resolve("ledger.txt").toString()));
        all.addAll(List.of("--units", String.valueOf(units), "--compute-millis", String.valueOf(millis)));
        return MasterRun.master(directory, environment, all.toArray(String[]::new));
    }

    private List<String> ledger() throws IOException {
        Path ledger = directory.resolve("ledger.txt");
        return Files.exists(ledger)
                ? Files.readAllLines(ledger).stream()
                        .filter(line -> line.startsWith("0 "))
                        .toList()
                : List.of();
    }

    private void awaitUnits(int count) {
        await().atMost(Duration.ofSeconds(60)).until(() -> ledger().size() > count);
    }

    private static String jobOf(MasterRun run) {
        Matcher job = JOB.matcher(run.err());
        assertThat(job.find()).as(run.err()).isTrue();
        return job.group(1);
    }

    // ---- what is left ----

    private void assertEachUnitOnce() throws IOException {
        assertThat(ledger()).hasSize(UNITS).doesNotHaveDuplicates();
    }

    private List<String> logs() throws IOException {
        try (Stream<Path> logs = Files.list(directory.resolve("run/logs"))) {
            return logs.map(log -> log.getFileName().toString()).toList();
        }
    }

    private void assertNothingIsLeft() throws Exception {
        // Jobs that have ended stay in the queue until their nodes have said so.
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(cluster.ask("squeue", "--noheader")).isEmpty());
        assertNothingIsLeftOfUs();
    }

    /** No worker of this test, of which each has its directory in its command line. */
    private void assertNothingIsLeftOfUs() throws IOException {
        assertThat(SlurmCluster.processesWith("private/sluice-worker.jar")).isEmpty();
    }

    /** Not in a process's arguments or environment, nothing that Slurm shows or keeps, no file but the run file. */
    private void assertSecretIsKept(Path run, String job) throws Exception {
        Path file = run.resolve("private/worker.run");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        String secret =
                Checkout.read(file).split("secret=")[1].lines().findFirst().orElseThrow();
        assertThat(secret).hasSizeGreaterThan(30);
        assertThat(SlurmCluster.processesWith(secret)).isEmpty();
        assertThat(cluster.ask("scontrol", "--details", "show", "job", job)).doesNotContain(secret);
        for (Path each : List.of(run, cluster.state())) {
            try (Stream<Path> files = Files.walk(each)) {
                assertThat(files.filter(Files::isRegularFile)
                                .filter(other -> !other.equals(file))
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
