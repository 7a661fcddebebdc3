package dev.sluice.worker.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Command lines that are refused, in this process: nothing is started. */
class SluiceWorkerTest {
    private final PrintStream usual = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int run(String line) {
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        return SluiceWorker.run(line.split(" "));
    }

    @AfterEach
    void restore() {
        System.setErr(usual);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jion worker.run|jion: unknown command (expected: join?)",
                "--siltos 2|--siltos: unknown option (expected: one that 'sluice-worker --help' shows)",
                "join --siltos 2 worker.run|--siltos: unknown option (expected: --slots?)",
                "join --slots|--slots: no value (expected: --slots N)",
                "join worker.run --slots --name a|--slots: no value (expected: --slots N)",
                "join --slots --cahce dir worker.run|--cahce: unknown option (expected: --cache?)",
                "join worker.run other.run|other.run: one argument too many (expected: options only)"
            })
    void shouldNameTheWrongWordFirst(String line, String said) {
        assertThat(run(line)).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("sluice-worker: E200 " + said + "\n");
    }

    @Test
    void shouldCheckThePropertyThatBoundsTheOutputOfUnits() {
        System.setProperty("sluice.output-limit", "much");
        try {
            assertThat(run("join late.run")).isEqualTo(2);
        } finally {
            System.clearProperty("sluice.output-limit");
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .startsWith("sluice-worker: E200 -Dsluice.output-limit: much (expected: a size such as 500M or 10G)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--slots 0 late.run|2|E200 --slots: 0 (expected: 1 to 1024)",
                "--reconnect-timeout -1 late.run|2|E200 --reconnect-timeout: -1000000000 ns (expected: at least 0)",
                "--output-limit 0 late.run|2|E200 --output-limit: 0 (expected: a size such as 500M or 10G)",
                "--cache /dev/null/cache late.run|4|E475 --cache: /dev/null/cache: ",
                "-|2|E200 --wait: RUNFILE - (expected: a file that is waited for)"
            })
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldCheckTheOptionsBeforeItWaitsForTheRunFile(String options, int code, String said) {
        assertThat(run("join --wait " + options)).isEqualTo(code);
        assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("sluice-worker: " + said);
    }

    @Test
    void shouldSayThatThereIsNoSuchFileWhereverItIsMissing() {
        for (String file : new String[] {"/no-such-file.run", "/no-such-directory/worker.run"}) {
            printed.reset();
            assertThat(run("join " + file)).isEqualTo(2);
            assertThat(printed.toString(StandardCharsets.UTF_8))
                    .startsWith("sluice-worker: E204 run file: " + file + ": no such file (expected: ")
                    .doesNotContain("chmod");
        }
    }
}
