package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs in one process, as a run is where no option names another place. */
@NoLeaks
class EmbeddedIT {
    @TempDir
    Path directory;

    @Test
    void shouldGiveTheSameBytesAsASerialRun() throws Exception {
        byte[] serial = picture("serial", "--local=0");
        assertThat(picture("embedded")).isEqualTo(serial);
        assertThat(picture("three", "--slots", "3")).isEqualTo(serial);
        assertThat(picture("isolated", "--isolate", "on")).isEqualTo(serial);
    }

    private byte[] picture(String name, String... options) throws Exception {
        Path file = directory.resolve(name + ".png");
        List<String> arguments = new ArrayList<>(
                List.of("run", Checkout.applicationJar("mandelbrot").toString()));
        arguments.addAll(List.of(options));
        arguments.addAll(
                List.of("--", "--width", "300", "--height", "200", "--limit", "500", "--out", file.toString()));
        try (MasterRun run = MasterRun.master(directory, arguments.toArray(String[]::new))) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.leavesProcesses()).isFalse();
        }
        return Files.readAllBytes(file);
    }

    /** Unit 7 ends the process and unit 8, in a child process by then, does so in a way that nothing can hold up. */
    @Test
    void shouldOutliveUnitsThatEndTheProcess() throws Exception {
        try (MasterRun run =
                poison(List.of("--json", "--slots", "1"), "--bad", "exit,halt", "--units", "40", "--chatty")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("unit 7 called System.exit", "in processes of their own");
            JsonNode report = RunSchema.read(run.out());
            assertThat(report.at("/outcome").asText()).isEqualTo("failed");
            assertThat(report.at("/failures").findValuesAsText("unit")).containsExactly("7", "8");
            assertThat(report.at("/counters/accepted").asInt()).isEqualTo(38);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--slots=1, accept-exit",
        "--slots=1, accept-halt",
        "--slots=1, accept-exit-elsewhere",
        "--slots=1, exit-elsewhere",
        "--slots=2, end-halt",
        "--local=1, accept-halt",
        "--local=0, accept-exit",
        "--local=0, accept-halt",
        "--local=0, halt-in-order",
        "--local=0, end-halt"
    })
    void shouldFailARunWhoseApplicationEndsTheProcessWithZero(String way, String end) throws Exception {
        try (MasterRun run = poison(List.of(way), "--bad", end, "--units", "10")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E104 the application called System.exit or Runtime.halt");
            assertThat(run.err().contains("in thread elsewhere")).isEqualTo(end.endsWith("elsewhere"));
        }
    }

    /** Unit 7 halts the process that it shares with the master. */
    @Test
    void shouldOutliveAUnitThatHaltsTheProcessWithZero() throws Exception {
        try (MasterRun run = poison(List.of("--json", "--slots", "2"), "--bad", "halt-in-order", "--units", "40")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            JsonNode report = RunSchema.read(run.out());
            assertThat(report.at("/failures").findValuesAsText("unit")).containsExactly("7");
            assertThat(report.at("/counters/accepted").asInt()).isEqualTo(39);
        }
    }

    /** A hook of the application that halts would wait for ever for the end that waits for it. */
    @Test
    void shouldEndWithItsExitCodeWhateverAHookSays() throws Exception {
        try (MasterRun run = poison(List.of(), "--bad", "compute,hook-halts", "--units", "40")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
        }
    }

    @Test
    void shouldNameAUnitThatEndsTheProcessWithoutWorkers() throws Exception {
        try (MasterRun run = poison(List.of("--local=0"), "--bad", "exit", "--units", "10")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E104 the application called System.exit");
        }
        try (MasterRun run = poison(List.of("--unit", "7"), "--bad", "exit", "--units", "10")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E104 unit 7 called System.exit");
        }
    }

    @Test
    void shouldDeliverWhatRunsOnTheFirstInterruptAndEndAtOnceOnTheSecond() throws Exception {
        try (MasterRun run = poison(List.of("--json"), "--units", "100000", "--compute-millis", "20")) {
            await().until(() -> accepted() > 5);
            run.signal("INT");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(130);
            JsonNode report = RunSchema.read(run.out());
            assertThat(report.at("/outcome").asText()).isEqualTo("interrupted");
            assertThat(report.at("/counters/accepted").asLong()).isEqualTo(accepted());
        }
        Files.delete(directory.resolve("ledger.txt"));
        try (MasterRun run = poison(List.of(), "--units", "10", "--compute-millis", "600000")) {
            run.awaitPrinted("joined");
            run.signal("INT");
            run.awaitPrinted("stopping:");
            run.signal("INT");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(130);
        }
    }

    @Test
    void shouldNameWhatKeepsTheApplicationFromBeingLoaded() throws Exception {
        try (MasterRun run = poison(List.of(), "--bad", "initialize")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("poison in initialize");
        }
    }

    private long accepted() throws Exception {
        Path ledger = directory.resolve("ledger.txt");
        if (!Files.exists(ledger)) {
            return 0;
        }
        return Files.readAllLines(ledger).stream()
                .filter(line -> line.startsWith("0 "))
                .count();
    }

    private MasterRun poison(List<String> options, String... arguments) throws Exception {
        return MasterRun.master(
                directory,
                Words.of(
                        "run %s %s -- --ledger %s %s",
                        PoisonJar.in(directory), options, directory.resolve("ledger.txt"), arguments));
    }
}
