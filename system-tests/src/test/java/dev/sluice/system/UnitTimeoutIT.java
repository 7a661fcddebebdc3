package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Units that take longer than {@code --unit-timeout}: each costs its attempts and nothing else. */
@NoLeaks
class UnitTimeoutIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"sleep, then ended when its thread was interrupted", "loop, and did not stop"})
    void shouldGiveUpOnlyTheUnitThatTakesTooLong(String bad, String said) throws Exception {
        try (MasterRun run = run("--bad", bad, "--units", "60", "--compute-millis", "20")) {
            run.awaitPrinted("w2 on");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E106").doesNotContain("ended with exit code");
            assertThat(run.out())
                    .contains("unit 7 of cycle 0 was given up", "E110", "ran longer than 1.5 s", said, "Poison");
            assertThat(accepted()).hasSize(59).doesNotContain(7L);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    @Test
    void shouldFailNothingThatEndsInTime() throws Exception {
        try (MasterRun run = run("--units", "40", "--compute-millis", "50")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(accepted()).hasSize(40);
        }
    }

    private MasterRun run(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                "run",
                PoisonJar.in(directory).toString(),
                "--local",
                "2",
                "--slots",
                "1",
                "--unit-timeout",
                "1.5s",
                "--",
                "--ledger",
                directory.resolve("ledger.txt").toString()));
        all.addAll(Arrays.asList(arguments));
        return MasterRun.master(directory, all.toArray(String[]::new));
    }

    private List<Long> accepted() throws Exception {
        List<Long> units = new ArrayList<>();
        for (String line : Files.readAllLines(directory.resolve("ledger.txt"))) {
            if (line.startsWith("0 ")) {
                units.add(Long.parseLong(line.split(" ")[1]));
            }
        }
        assertThat(units).doesNotHaveDuplicates();
        return units;
    }
}
