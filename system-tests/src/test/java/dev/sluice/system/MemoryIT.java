package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory of a master must not grow with the number of units. */
@NoLeaks
@Tag("long")
class MemoryIT {
    private static final long FEW = 1_000_000;
    private static final long MANY = 10_000_000;

    /** Less than half a byte for each unit that the long cycle has more than the short one. */
    private static final long SLACK_BYTES = 4 << 20;

    @TempDir
    Path directory;

    @Test
    void shouldComputeTenMillionUnitsInASmallHeapThatDoesNotGrow() throws Exception {
        Path weights = directory.resolve("weights.txt");
        try (MasterRun run = MasterRun.master(
                directory,
                List.of("-Xmx64m"),
                Words.of(
                        "run %s --local 2 --slots 1 --worker-java-options -Xmx64m -- --weights %s --cycles %s,%s",
                        PoisonJar.in(directory, EmptyUnits.class), weights, FEW, MANY))) {
            assertThat(run.exitCodeWithin(600)).as(run.err()).isZero();
            assertThat(run.out()).contains("11,000,000 units");
            List<String> lines = Files.readAllLines(weights);
            assertThat(lines).hasSize(5).endsWith("complete");
            assertThat(weight(lines.get(2), MANY)).isLessThan(weight(lines.get(0), FEW) + SLACK_BYTES);
            assertThat(weight(lines.get(3), MANY)).isLessThan(weight(lines.get(1), FEW) + SLACK_BYTES);
        }
    }

    private static long weight(String line, long units) {
        String[] parts = line.split(" ");
        assertThat(parts[0]).isEqualTo(String.valueOf(units));
        return Long.parseLong(parts[1]);
    }
}
