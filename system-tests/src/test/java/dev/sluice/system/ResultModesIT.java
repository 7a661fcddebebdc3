package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The three ways in which results travel, with real processes: the answer is that of a serial run, whoever dies. */
@NoLeaks
class ResultModesIT {
    @TempDir
    Path directory;

    /** Two of three are killed while units are computed, or when the last results are collected. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"each, 30", "end, 97", "sum, 60"})
    void shouldAnswerRightWhenTwoOfThreeAreKilled(String mode, int percent) throws Exception {
        Path out = directory.resolve("killed");
        Path allJoined = directory.resolve("all-joined");
        try (MasterRun run = start(
                out,
                List.of("--local", "3", "--slots", "1"),
                Words.of("--mode %s --units 300 --compute-millis 10 --words 2000 --last-awaits %s", mode, allJoined))) {
            run.awaitPrinted("w3 on"); // else two may have computed all before
            Files.createFile(allJoined);
            run.awaitPercent(percent);
            List<ProcessHandle> workers = run.workers();
            for (ProcessHandle worker : workers.subList(0, Math.min(2, workers.size()))) {
                worker.destroyForcibly();
            }
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        }
        assertThat(Files.readString(out)).isEqualTo(right(300, 2000));
    }

    /** Kept results beyond a quarter of a worker's heap go to a file, and come back. */
    @Test
    void shouldSpillWhatAWorkerCannotKeepInMemory() throws Exception {
        Path out = directory.resolve("spilled");
        List<String> how = List.of("--local", "1", "--slots", "1", "--worker-java-options", "-Xmx64m");
        start(out, how, "--mode", "end", "--units", "400", "--words", "32768").printed(0);
        assertThat(Files.readString(out)).isEqualTo(right(400, 32_768));
    }

    /** Over an address that is not loopback's, large results wait for grants. */
    @Test
    void shouldGrantLargeResults() throws Exception {
        String address = ownAddress();
        assumeTrue(!address.isEmpty(), "this machine has no address but loopback");
        Path runFile = directory.resolve("private").resolve("worker.run");
        Path out = directory.resolve("granted");
        List<String> how = new ArrayList<>(List.of("--listen", address + ":0", "--json", "--speculation", "0"));
        how.addAll(List.of("--run-file", runFile.toString()));
        try (MasterRun run = start(out, how, "--units", "60", "--words", "131072")) {
            run.awaitPrinted("to join:");
            try (MasterRun worker =
                    MasterRun.worker(directory, "join", "--transport", "tcp", "--slots", "2", runFile.toString())) {
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(worker.exitCodeWithin(60)).as(worker.err()).isZero();
            }
            JsonNode report = RunSchema.read(run.out());
            assertThat(report.findValue("granted").asLong())
                    .as(report.toString())
                    .isEqualTo(60);
        }
        assertThat(Files.readString(out)).isEqualTo(right(60, 131_072));
    }

    private static String ownAddress() throws Exception {
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address : Collections.list(each.getInetAddresses())) {
                if (each.isUp() && address instanceof Inet4Address && !address.isLoopbackAddress()) {
                    return address.getHostAddress();
                }
            }
        }
        return "";
    }

    /** Returns the text that {@link Numbers} writes after one cycle of so many units. */
    private static String right(int units, int words) {
        long[] sums = new long[words];
        for (long unit = 0; unit < units; unit++) {
            for (int word = 0; word < words; word++) {
                sums[word] += unit;
            }
            sums[0] += unit * unit - unit;
        }
        sums[words - 1] = units;
        return "0 " + sums[0] + " " + Arrays.hashCode(sums) + " " + units + "\n";
    }

    private MasterRun start(Path out, List<String> how, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("run", PoisonJar.in(directory, Numbers.class).toString(), "--progress", "0.1"));
        arguments.addAll(how);
        arguments.addAll(List.of("--", "--out", out.toString()));
        arguments.addAll(List.of(options));
        return MasterRun.master(directory, arguments.toArray(String[]::new));
    }
}
