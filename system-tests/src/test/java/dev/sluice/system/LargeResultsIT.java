package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results that are too many or too large for the master's memory. */
@NoLeaks
class LargeResultsIT {
    /** Memory of a JVM without its heap and result budget: classes, code, stacks, buffers of connections. */
    private static final int BESIDE_MEBIBYTES = 160;

    /** The heaps of masters and workers that pass streams, and the size of each stream. */
    private static final int HEAP_MEBIBYTES = 64;

    private static final int STREAM_BYTES = 4 * HEAP_MEBIBYTES << 20;

    private static final String FILE = "mine/private/worker.run";
    private static final Pattern PROCESS = Pattern.compile("process (\\d+) for units");

    @TempDir
    Path directory;

    /** Nearly two gigabytes through an application that takes its time for each, from three workers at once. */
    @Tag("long")
    @Test
    void shouldHoldWorkersBackRatherThanFillAMasterThatIsSlow() throws Exception {
        long[] said = bulky(List.of("--local", "3", "--slots", "1"), "--units", "28");
        assertThat(said[0]).isEqualTo(28);
        // At each worker one on its way, one that waits for it, one that is being computed.
        assertThat(said[1]).as("computed and not accepted").isBetween(1L, 3L * 3);
        assertThat(said[2]).as("memory of the master [MiB]").isLessThan(256 + BESIDE_MEBIBYTES);
    }

    @Test
    void shouldKeepAWorkersResultsInFilesUntilTheEndOfTheCycle() throws Exception {
        long[] said =
                bulky(List.of("--local", "1", "--slots", "1"), "--units", "8", "--at-end", "--accept-millis", "0");
        assertThat(said[0]).isEqualTo(8);
        assertThat(said[1]).as("computed before the first is accepted").isEqualTo(7);
    }

    private long[] bulky(List<String> how, String... options) throws Exception {
        Path out = directory.resolve("bulky.out");
        MasterRun.master(
                        directory,
                        List.of("-Xmx256m"),
                        Words.of(
                                "run %s %s --worker-java-options -Xmx200m -- --marks %s --out %s %s",
                                PoisonJar.in(directory, Bulky.class, Weight.class),
                                how,
                                directory.resolve("marks"),
                                out,
                                options))
                .printed(0);
        return said(out);
    }

    private static long[] said(Path out) throws IOException {
        return Stream.of(Files.readString(out).trim().split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private MasterRun streams(Path out, List<String> how, String... options) throws IOException {
        return MasterRun.master(
                directory,
                List.of("-Xmx" + HEAP_MEBIBYTES + "m"),
                Words.of(
                        "run %s %s -- --out %s --bytes %s %s",
                        PoisonJar.in(directory, Streams.class, Weight.class), how, out, STREAM_BYTES, options));
    }

    private List<String> local(int workers) {
        return List.of("--local", "" + workers, "--slots", "1", "--worker-java-options", "-Xmx" + HEAP_MEBIBYTES + "m");
    }

    /** Each of them is four times the heap of either side; one has to be sent again, since its file was cut. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"end, OFF", "each, ON"})
    void shouldPassStreamsThatAreLargerThanAnyHeap(String mode, String isolate) throws Exception {
        Path out = directory.resolve("streams.out");
        List<String> how = new ArrayList<>(local(2));
        how.addAll(List.of("--isolate", isolate));
        streams(out, how, "--units", "3", "--mode", mode, "--cut", "1").printed(0);
        assertThat(Path.of(out + ".cut")).exists();
        long[] said = said(out);
        assertThat(said[0]).isEqualTo(3);
        assertThat(said[1]).isEqualTo(3L * STREAM_BYTES);
        assertThat(said[2]).as("memory of the master [MiB]").isLessThan(HEAP_MEBIBYTES + BESIDE_MEBIBYTES);
        assertThat(said[3]).as("memory of a worker [MiB]").isLessThan(HEAP_MEBIBYTES + BESIDE_MEBIBYTES);
        try (Stream<Path> left = Files.walk(directory)) {
            assertThat(left).noneMatch(file -> file.getFileName().toString().startsWith("spill-"));
        }
    }

    /** Containers that share a directory for temporary files have processes with the same numbers. */
    @Test
    void shouldKeepResultsOfProcessesWithTheSameNumberApart() throws Exception {
        List<String> apart = List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc");
        assumeTrue(mayStart(apart), "no namespaces for processes here (expected: root on Linux, with unshare)");
        Path bothJoined = directory.resolve("both-joined");
        try (MasterRun run = MasterRun.master(
                directory,
                Words.of(
                        "run %s --listen 127.0.0.1:0 --run-dir mine --isolate ON -- --units=24 --millis=50 "
                                + "--awaits=%s --result=20000000",
                        PoisonJar.in(directory, SleepingUnits.class), bothJoined))) {
            run.awaitPrinted("to join:");
            try (MasterRun one = MasterRun.workerBehind(apart, directory, "join", "--slots", "1", FILE);
                    MasterRun other = MasterRun.workerBehind(apart, directory, "join", "--slots", "1", FILE)) {
                run.awaitPrinted("w2 on"); // else the first may have computed all before
                Files.createFile(bothJoined);
                assertThat(run.exitCodeWithin(120)).as(run.err()).isZero();
                assertThat(one.exitCodeWithin(60)).as(one.err()).isZero();
                assertThat(other.exitCodeWithin(60)).as(other.err()).isZero();
                assertThat(Files.readString(directory.resolve("mine").resolve("run.json")))
                        .contains("\"failed\":0,");
                assumeTrue(processOfUnits(one).equals(processOfUnits(other)), "numbers differ, which shows less");
            }
        }
    }

    private static boolean mayStart(List<String> before) throws Exception {
        List<String> command = new ArrayList<>(before);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    private static String processOfUnits(MasterRun worker) {
        Matcher line = PROCESS.matcher(worker.err());
        assertThat(line.find()).as(worker.err()).isTrue();
        return line.group(1);
    }

    /** One is killed while its stream is on the way; what came of it is thrown away, and accept never sees it. */
    @Test
    void shouldComputeAgainWhatAKilledWorkerHadHalfSent() throws Exception {
        Path out = directory.resolve("killed.out");
        List<String> how = new ArrayList<>(local(1));
        how.addAll(List.of("--isolate", "OFF")); // so that the first process found is the worker's
        try (MasterRun run = streams(out, how, "--units", "2")) {
            assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "this system does not show open files");
            await().until(() -> isReceivingIntoAFile(run) || !run.isRunning());
            run.workers().get(0).destroyForcibly();
            assertThat(run.exitCodeWithin(300)).as(run.err()).isZero();
            assertThat(run.err()).contains("w1 on").contains("is away").contains("w2 on");
        }
        assertThat(said(out)).startsWith(2, 2L * STREAM_BYTES);
    }

    /** Returns whether a payload is arriving: its file is open only until it is complete. */
    private static boolean isReceivingIntoAFile(MasterRun run) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + run.pid() + "/fd"))) {
            for (Path file : open.toList()) {
                try {
                    if (Files.readSymbolicLink(file).toString().contains("spill-")) {
                        return true;
                    }
                } catch (IOException e) {
                    continue; // it was closed meanwhile
                }
            }
        }
        return false;
    }

    /** A serial run passes the same streams; the disk of another is too small for them. */
    @Test
    void shouldPassStreamsInASerialRunAndEndWithADiskThatIsTooSmall() throws Exception {
        Path serial = directory.resolve("serial.out");
        streams(serial, List.of("--local=0"), "--units", "2").printed(0);
        assertThat(said(serial)).startsWith(2, 2L * STREAM_BYTES);
        List<String> how = new ArrayList<>(local(1));
        how.addAll(List.of("--space=result-disk=100M"));
        try (MasterRun run = streams(directory.resolve("full.out"), how)) {
            assertThat(run.exitCodeWithin(120)).isEqualTo(4);
            assertThat(run.err()).contains("E402").contains("--space=result-disk");
        }
    }

    @Test
    void shouldSayThatStreamsAreNotAccumulated() throws Exception {
        try (MasterRun run = streams(directory.resolve("sum.out"), local(1), "--mode", "sum")) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(2);
            assertThat(run.err())
                    .contains("E202")
                    .contains("which has a Blob in it")
                    .contains("Results.each()");
        }
    }
}
