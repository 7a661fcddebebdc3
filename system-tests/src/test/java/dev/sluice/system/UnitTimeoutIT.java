package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Units that take longer than {@code --unit-timeout}: each costs its attempts and nothing else. */
@NoLeaks
class UnitTimeoutIT {
    @TempDir
    Path directory;

    /** Unit 7 heeds an interrupt, unit 8 does not; those that end in time are computed. */
    @Test
    void shouldGiveUpOnlyTheUnitsThatTakeTooLong() throws Exception {
        try (MasterRun run = MasterRun.master(
                directory,
                Words.of(
                        "run %s --local 1 --slots 2 --unit-timeout 1.5s -- --ledger %s --bad sleep,loop --units 60 "
                                + "--compute-millis 10",
                        PoisonJar.in(directory), directory.resolve("ledger.txt")))) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(1);
            assertThat(run.err()).contains("E106").doesNotContain("ended with exit code");
            assertThat(run.out())
                    .contains(
                            "unit 7 of cycle 0 failed on every worker",
                            "unit 8 of cycle 0 failed on every worker",
                            "Poison")
                    .contains("E110", "ran longer than 1.5 s")
                    .contains("then ended when its thread was interrupted", "and did not stop");
            assertThat(accepted()).hasSize(58).doesNotHaveDuplicates().doesNotContain(7L, 8L);
            assertThat(run.leavesProcesses()).isFalse();
        }
    }

    private List<Long> accepted() throws Exception {
        List<Long> units = new ArrayList<>();
        for (String line : Files.readAllLines(directory.resolve("ledger.txt"))) {
            if (line.startsWith("0 ")) {
                units.add(Long.parseLong(line.split(" ")[1]));
            }
        }
        return units;
    }
}
