package dev.sluice.benchmarks.plain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.application.EmptyUnits;
import dev.sluice.benchmarks.timing.CycleFigures;
import dev.sluice.benchmarks.timing.Timing;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainExecutorTest {
    /** 0 submits all units at once. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "2", "1000"})
    void shouldComputeEveryUnitWhateverIsSubmittedAhead(String ahead, @TempDir Path directory) throws Exception {
        Path figures = directory.resolve("figures");
        PlainExecutor.main(
                new String[] {EmptyUnits.class.getName(), "2", ahead, "--cycles=10,50x2", "--figures=" + figures});
        assertThat(CycleFigures.read(figures).cycles())
                .extracting(Timing::units)
                .containsExactly(10L, 50L, 50L);
    }
}
