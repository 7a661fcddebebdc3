package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Masters, sub-masters and workers to which the system refuses memory, threads, files or room on a disk. Each ends with
 * the reason, or goes on when there is room; the run beside it goes on, and nothing that was accepted is lost.
 */
@NoLeaks
class ExhaustionIT {
    private static final int UNITS = 60;

    /** Descriptors of a process with connections that stay open: with no more, it can open nothing. */
    private static final int OPEN_FOR_GOOD = 8;

    @TempDir
    Path directory;

    enum Role {
        WORKER,
        SUB_MASTER;

        private LimitedProcess start(Path directory, boolean asOther) throws Exception {
            List<String> arguments = this == WORKER
                    ? List.of("join", "--slots", "1", "-")
                    : List.of("submaster", "--listen", "127.0.0.1:0", "--run-file", "HOME/below.run", "-");
            Path jar = this == WORKER ? Checkout.workerJar() : Checkout.masterJar();
            return asOther
                    ? LimitedProcess.asOther(directory, jar, arguments)
                    : LimitedProcess.of(directory, jar, arguments);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndWhereNoThreadCanBeStarted(Role role) throws Exception {
        assumeTrue(isRoot(), "not root (expected: root, to start a process of another user)");
        try (MasterRun run = listening()) {
            try (LimitedProcess limited = role.start(directory, true).withoutThreads()) {
                limited.reads(runFile());
                assertThat(limited.exitCodeWithin(60)).as(limited.err()).isEqualTo(4);
                assertThat(limited.err()).contains("E470");
            }
            assertCompletes(run);
        }
    }

    /** The master gets its list of hosts when the limit is set, before it starts its own threads. */
    @Test
    void shouldEndAMasterThatMayStartNoThread() throws Exception {
        assumeTrue(isRoot(), "not root (expected: root, to start a process of another user)");
        Path pipe = directory.resolve("hosts");
        Path hosts = Files.writeString(directory.resolve("hosts.txt"), "localhost\n");
        List<String> arguments = List.of(
                "run",
                PoisonJar.in(directory, Numbers.class).toString(),
                "--hosts",
                pipe.toString(),
                "--run-dir",
                "HOME/run",
                "--",
                "--units",
                "" + UNITS,
                "--out",
                "HOME/out");
        try (LimitedProcess limited = LimitedProcess.asOther(directory, Checkout.masterJar(), pipe, arguments)
                .withoutThreads()) {
            limited.reads(hosts);
            assertThat(limited.exitCodeWithin(60)).as(limited.err()).isEqualTo(4);
            assertThat(limited.err()).contains("E470");
        }
    }

    @Test
    void shouldEndAWorkerThatMayOpenNoFile() throws Exception {
        try (MasterRun run = listening()) {
            try (LimitedProcess limited = Role.WORKER.start(directory, false).withoutFiles()) {
                limited.reads(runFile());
                assertThat(limited.exitCodeWithin(60)).as(limited.err()).isEqualTo(4);
                assertThat(limited.err()).contains("E471");
            }
            assertCompletes(run);
        }
    }

    /** The workers that are connected go on, and others join when files are free again. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeWorkersWhenFilesMayBeOpenedAgain(boolean below) throws Exception {
        Path file = below ? directory.resolve("private").resolve("below.run") : runFile();
        try (MasterRun run = listening();
                MasterRun accepting = below ? subMaster(List.of(), file) : run;
                MasterRun first = worker(file)) {
            accepting.awaitPrinted("w1 on");
            assertThat(LimitedProcess.lowestFree(accepting.pid())).isGreaterThan(OPEN_FOR_GOOD);
            limitFiles(accepting, OPEN_FOR_GOOD);
            try (MasterRun second = worker(file)) {
                accepting.awaitPrinted("E471");
                limitFiles(accepting, 4_096);
                accepting.awaitPrinted("w2 on");
                assertCompletes(run);
                assertThat(second.exitCodeWithin(60)).as(second.err()).isZero();
            }
            assertThat(first.exitCodeWithin(60)).as(first.err()).isZero();
        }
    }

    /** The application keeps what it is given, until the heap is full. Another heap has room for it. */
    @Test
    void shouldEndTheRunInOrderWhenTheMasterHasNoMemory() throws Exception {
        List<String> units = List.of("--bytes", "1000000", "--bad", "keep");
        // The serial collector may leave no room for a result that is being read, which is E107.
        List<String> small = List.of("-Xmx48m", "-XX:-UseSerialGC");
        try (MasterRun run = run(small, List.of("--local", "1"), units)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(4);
            assertThat(run.err()).contains("E401");
            await().until(() -> !run.leavesProcesses());
        }
        int before = accepted().size();
        assertThat(before).isBetween(5, UNITS - 1);
        List<String> java = List.of("-Xmx512m");
        MasterRun.master(directory, java, "resume", "run").printed(0);
        assertAllAccepted();
    }

    /** Its workers, here one, go to the master. */
    @Test
    void shouldGoOnWithoutASubMasterThatHasNoMemory() throws Exception {
        Path below = directory.resolve("private").resolve("below.run");
        List<String> listen =
                List.of("--listen", "127.0.0.1:0", "--run-file", runFile().toString());
        try (MasterRun run = run(List.of(), listen, List.of("--cycles", "2", "--last-setup-bytes", "60000000"))) {
            run.awaitPrinted("to join:");
            try (MasterRun subMaster = subMaster(List.of("-Xmx24m", "-XX:MaxDirectMemorySize=8m"), below);
                    MasterRun worker = worker(below)) {
                assertThat(subMaster.exitCodeWithin(60)).as(subMaster.err()).isEqualTo(4);
                assertThat(subMaster.err()).contains("E401");
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(worker.exitCodeWithin(60)).as(worker.err()).isZero();
            }
        }
        assertAllAccepted();
    }

    /** Results wait until the journal has room for them. */
    @Test
    void shouldGoOnWhenTheDiskOfTheJournalHasRoomAgain() throws Exception {
        Process look = new ProcessBuilder("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt").start();
        assumeTrue(look.waitFor() == 0, "no mounts here (expected: Linux with unshare and user namespaces)");
        Path disk = Files.createDirectory(directory.resolve("disk"));
        List<String> master = new ArrayList<>(MasterRun.command());
        master.addAll(arguments(
                List.of("--local", "1", "--journal", "os", "--run-dir", disk + "/run"), List.of("--bytes", "64000")));
        String script = String.join(
                "\n",
                "mount -t tmpfs -o size=900k none " + disk,
                String.join(" ", master) + " > out 2> err &",
                "until grep -q 'the disk is full' err; do kill -0 $! || break; sleep 0.05; done",
                "mount -o remount,size=100m " + disk,
                "wait $!",
                "");
        Files.writeString(directory.resolve("script"), script);
        try (MasterRun run = MasterRun.typed(directory, Map.of(), "unshare -rm bash script")) {
            int code = run.exitCodeWithin(90);
            String err = Checkout.read(directory.resolve("err"));
            assertThat(code).as(err).isZero();
            assertThat(err).containsSubsequence("the disk is full: ", "results wait until", "the disk has space again");
        }
        assertAllAccepted();
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private Path runFile() {
        return directory.resolve("private").resolve("worker.run");
    }

    /** A run whose application opens no file before its end, and whose last unit waits for {@link #goOn}. */
    private MasterRun listening() throws Exception {
        MasterRun run = MasterRun.master(
                directory,
                Words.of(
                        "run %s --listen 127.0.0.1:0 --run-file %s -- --units %s --compute-millis 5 --last-awaits %s "
                                + "--out %s",
                        PoisonJar.in(directory, Numbers.class),
                        runFile(),
                        UNITS,
                        directory.resolve("go-on"),
                        directory.resolve("out")));
        run.awaitPrinted("to join:");
        return run;
    }

    private void goOn() throws Exception {
        Files.createFile(directory.resolve("go-on"));
    }

    private MasterRun worker(Path file) throws Exception {
        return MasterRun.worker(directory, "join", "--slots", "1", file.toString());
    }

    private MasterRun subMaster(List<String> java, Path below) throws Exception {
        String[] arguments = {
            "submaster",
            "--listen",
            "127.0.0.1:0",
            "--run-file",
            below.toString(),
            runFile().toString()
        };
        MasterRun subMaster = MasterRun.master(directory, java, arguments);
        subMaster.awaitPrinted("workers join with");
        return subMaster;
    }

    private MasterRun run(List<String> java, List<String> options, List<String> units) throws Exception {
        List<String> all = new ArrayList<>(List.of("--run-dir", "run"));
        all.addAll(options);
        return MasterRun.master(directory, java, arguments(all, units).toArray(String[]::new));
    }

    private List<String> arguments(List<String> options, List<String> units) {
        List<String> all =
                new ArrayList<>(List.of("run", PoisonJar.in(directory).toString()));
        all.addAll(options);
        all.addAll(List.of(
                "--",
                "--units",
                "" + UNITS,
                "--ledger",
                directory.resolve("ledger.txt").toString()));
        all.addAll(units);
        return all;
    }

    /** The run beside the process that has ended is as it was: workers compute all of it. */
    private void assertCompletes(MasterRun run) throws Exception {
        goOn();
        try (MasterRun worker = worker(runFile())) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(worker.exitCodeWithin(60)).as(worker.err()).isBetween(0, 3); // 3: it came too late
        }
        long squares = LongStream.range(0, UNITS).map(each -> each * each).sum();
        assertThat(directory.resolve("out"))
                .content()
                .startsWith("0 " + squares + " ")
                .endsWith(" " + UNITS + "\n");
    }

    private void assertAllAccepted() throws Exception {
        assertThat(accepted())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, UNITS).boxed().toList());
    }

    /** Units that a master has accepted; one that goes on from a journal accepts those before again. */
    private Set<Long> accepted() throws Exception {
        return Files.readAllLines(directory.resolve("ledger.txt")).stream()
                .filter(line -> line.startsWith("0 "))
                .map(line -> Long.parseLong(line.split(" ")[1]))
                .collect(Collectors.toSet());
    }

    /** Limits files that are open at the same time; those that are open stay so. */
    private static void limitFiles(MasterRun run, long files) throws Exception {
        Process set =
                new ProcessBuilder("prlimit", "--pid", String.valueOf(run.pid()), "--nofile=" + files + ":").start();
        assertThat(set.waitFor()).isZero();
    }
}
