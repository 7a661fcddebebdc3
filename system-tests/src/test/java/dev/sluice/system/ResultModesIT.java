package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The three ways in which results travel, with real processes: the answer is that of the serial run, whoever dies. */
@NoLeaks
class ResultModesIT {
    private static final Map<List<String>, String> SERIAL = new HashMap<>();

    @TempDir
    Path directory;

    private int files;

    @ParameterizedTest
    @CsvSource({"each, SS", "end, SS", "sum, SS", "end, GSS", "sum, GSS", "end, FIXED", "sum, FIXED"})
    void shouldAnswerAsTheSerialRunDoes(String mode, String policy) throws Exception {
        String[] options = {"--mode", mode, "--units", "5000", "--cycles", "3"};
        String serial = serial(options);
        assertThat(serial.lines()).hasSize(3).allMatch(line -> line.endsWith(" 5000"));
        assertThat(answer(List.of("--local", "2", "--policy", policy), options)).isEqualTo(serial);
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldAnswerAsTheSerialRunDoesWithUnitsInProcessesOfTheirOwn(String mode) throws Exception {
        String[] options = {"--mode", mode, "--units", "500", "--cycles", "3"};
        String serial = serial(options);
        assertThat(answer(List.of("--local", "2", "--isolate", "on"), options)).isEqualTo(serial);
    }

    /** Any two of three are killed at any moment, while the units are computed and while results are collected. */
    @ParameterizedTest
    @CsvSource({"each, 0", "each, 60", "end, 0", "end, 30", "end, 97", "sum, 0", "sum, 50", "sum, 97"})
    void shouldAnswerRightWhenTwoOfThreeAreKilled(String mode, int percent) throws Exception {
        String[] options = {"--mode", mode, "--units", "600", "--compute-millis", "10", "--words", "2000"};
        String serial = serial("--mode", mode, "--units", "600", "--words", "2000");
        Path out = directory.resolve("killed");
        try (MasterRun run = start(out, List.of("--local", "3", "--slots", "1"), options)) {
            run.awaitPrinted("w3 on");
            run.awaitPercent(percent);
            List<ProcessHandle> workers = run.workers();
            for (ProcessHandle worker : workers.subList(0, Math.min(2, workers.size()))) {
                worker.destroyForcibly();
            }
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    @ParameterizedTest
    @ValueSource(strings = {"each", "end", "sum"})
    void shouldWaitForAWorkerWhenAllAreKilled(String mode) throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        Path out = directory.resolve("waited");
        Path allKilled = directory.resolve("all-killed-" + mode);
        String[] options = {
            "--mode", mode, "--units", "300", "--compute-millis", "10", "--last-awaits", allKilled.toString()
        };
        String serial = serial("--mode", mode, "--units", "300");
        try (MasterRun run =
                start(out, List.of("--listen", "127.0.0.1:0", "--run-file", runFile.toString()), options)) {
            run.awaitPrinted("to join:");
            List<MasterRun> workers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                workers.add(MasterRun.worker(directory, "join", "--slots", "1", runFile.toString()));
            }
            run.awaitPrinted("w2 on");
            run.awaitPercent(10);
            workers.forEach(MasterRun::close);
            run.awaitPrinted("no workers connected");
            Files.createFile(allKilled);
            try (MasterRun last = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(last.exitCodeWithin(15)).isZero();
            }
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
    }

    /** What a worker keeps beyond a quarter of its heap goes to a file, and comes back. */
    @Test
    void shouldSpillWhatAWorkerCannotKeepInMemory() throws Exception {
        String[] options = {"--mode", "end", "--units", "400", "--words", "32768"};
        String serial = serial(options);
        assertThat(answer(
                        List.of("--local", "1", "--slots", "1", "--worker-java-options", "-Xmx64m"),
                        "--mode",
                        "end",
                        "--units",
                        "400",
                        "--words",
                        "32768"))
                .isEqualTo(serial);
    }

    /** A million units, and one value for each worker crosses the wire. */
    @Test
    void shouldSendOneValueForEachWorker() throws Exception {
        Path out = directory.resolve("million");
        String[] options = {"--mode", "sum", "--units", "1000000"};
        try (MasterRun run = start(out, List.of("--local", "2", "--slots", "1", "--json"), options)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            // Three words for each of two workers; what else the application moved are setup and inputs, sent.
            assertThat(number(run.out(), "bytesReceived")).isBetween(48L, 100L);
        }
        assertThat(Files.readString(out)).endsWith(" 1000000\n");
    }

    @Test
    void shouldDeliverWhatIsKeptWhenAWorkerIsAskedToLeave() throws Exception {
        for (String mode : List.of("end", "sum")) {
            Path runFile = directory.resolve("private-" + mode).resolve("worker.run");
            Path out = directory.resolve("left-" + mode);
            String[] options = {"--mode", mode, "--units", "300", "--compute-millis", "10"};
            String serial = serial("--mode", mode, "--units", "300");
            try (MasterRun run = start(
                    out, List.of("--listen", "127.0.0.1:0", "--json", "--run-file", runFile.toString()), options)) {
                run.awaitPrinted("to join:");
                try (MasterRun first = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString());
                        MasterRun second = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                    run.awaitPrinted("w2 on");
                    run.awaitPercent(30);
                    first.signal("TERM");
                    assertThat(first.exitCodeWithin(15)).as(first.err()).isIn(0, 143);
                    assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                    assertThat(second.exitCodeWithin(15)).isZero();
                    assertThat(number(run.out(), "reassigned"))
                            .as("nothing is computed twice")
                            .isZero();
                }
            }
            assertThat(Files.readString(out)).isEqualTo(serial);
        }
    }

    /**
     * Over an address that is not loopback's, large results wait for grants; all three modes bring every one of them.
     */
    @ParameterizedTest
    @CsvSource({"OFF, each", "SERIAL, each", "ADAPTIVE, each", "SERIAL, end", "ADAPTIVE, sum"})
    void shouldGrantLargeResults(String congestion, String mode) throws Exception {
        String address = ownAddress();
        assumeTrue(!address.isEmpty(), "this machine has no address but loopback");
        Path runFile = directory.resolve("private").resolve("worker.run");
        Path out = directory.resolve("granted");
        String[] options = {"--mode", mode, "--units", "60", "--words", "131072"};
        String serial = serial(options);
        List<String> how = List.of(
                "--listen", address + ":0", "--congestion", congestion, "--json", "--run-file", runFile.toString());
        try (MasterRun run = start(out, how, options)) {
            run.awaitPrinted("to join:");
            try (MasterRun first = MasterRun.worker(directory, "join", "--slots", "2", runFile.toString());
                    MasterRun second = MasterRun.worker(directory, "join", "--slots", "1", runFile.toString())) {
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(first.exitCodeWithin(15)).isZero();
                assertThat(second.exitCodeWithin(15)).isZero();
            }
            long granted = number(run.out(), "granted");
            assertThat(granted).isEqualTo(congestion.equals("OFF") ? 0 : mode.equals("sum") ? granted : 60);
            assertThat(granted > 0).isEqualTo(!congestion.equals("OFF"));
            assertThat(number(run.out(), "mostAtOnce"))
                    .isEqualTo(congestion.equals("SERIAL") ? 1 : number(run.out(), "mostAtOnce"));
        }
        assertThat(Files.readString(out)).isEqualTo(serial);
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

    private static long number(String json, String field) {
        Matcher matcher = Pattern.compile("\"" + field + "\":(\\d+)").matcher(json);
        assertThat(matcher.find()).as(field + " in " + json).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** What a serial run answers; the same for whoever asks again. */
    private String serial(String... options) throws Exception {
        List<String> key = List.of(options);
        String known = SERIAL.get(key);
        if (known == null) {
            known = answer(List.of("--serial"), options);
            SERIAL.put(key, known);
        }
        return known;
    }

    private String answer(List<String> how, String... options) throws Exception {
        Path out = directory.resolve("answer-" + files++);
        try (MasterRun run = start(out, how, options)) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(out));
        return Files.readString(out);
    }

    private MasterRun start(Path out, List<String> how, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("run", PoisonJar.in(directory, Numbers.class).toString()));
        arguments.addAll(how);
        if (!how.contains("--serial")) {
            arguments.addAll(List.of("--progress", "0.1"));
        }
        arguments.addAll(List.of("--", "--out", out.toString()));
        arguments.addAll(List.of(options));
        return MasterRun.master(directory, arguments.toArray(String[]::new));
    }
}
