package dev.sluice.benchmarks.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the promises of forecasts. */
class HindsightTest {
    private static final double FIVE_PERCENT = 1.05;

    @ParameterizedTest
    @EnumSource
    void shouldBeCloseToTheBestMemberAndNeverBelowTheWorst(SeriesKind kind) {
        for (int length : new int[] {800, 2_000, 8_000}) {
            for (int seed = 0; seed < 10; seed++) {
                Hindsight hindsight = Hindsight.of(kind.values(length, new SplittableRandom(seed)));
                assertThat(hindsight.overWorst()).isLessThanOrEqualTo(1);
                if (kind.askedFor()) {
                    assertThat(hindsight.overBest())
                            .as("%d values, seed %d", length, seed)
                            .isLessThanOrEqualTo(FIVE_PERCENT);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.benchmarks.model.LoadTrace#recorded")
    void shouldBeCloseToTheBestMemberOnRecordedLoad(LoadTrace trace) {
        Hindsight hindsight = Hindsight.of(trace.values());
        assertThat(trace.values()).hasSizeGreaterThan(1_000);
        assertThat(hindsight.overBest()).isLessThanOrEqualTo(FIVE_PERCENT);
        assertThat(hindsight.overWorst()).isLessThanOrEqualTo(1);
    }

    @Test
    void shouldReadEachColumnOfATrace(@TempDir Path directory) throws IOException {
        Path file =
                Files.writeString(directory.resolve("some.csv"), "time,cpu_percent,load\n2026-11-21,1,2\n1,3,4e1\n");
        assertThat(LoadTrace.read(file)).extracting(LoadTrace::name).containsExactly("some-cpu-percent", "some-load");
        assertThat(LoadTrace.read(file).get(1).values()).containsExactly(2, 40);
    }

    @Test
    void shouldSayWhereATraceIsWrong(@TempDir Path directory) throws IOException {
        Path tooShort = Files.writeString(directory.resolve("short.csv"), "time,cpu\n1,2\n");
        assertThatThrownBy(() -> LoadTrace.read(tooShort)).hasMessageStartingWith("short: 2 lines of 2 columns");
        Path wrong = Files.writeString(directory.resolve("wrong.csv"), "time,cpu\n1,2\n2\n");
        assertThatThrownBy(() -> LoadTrace.read(wrong)).hasMessage("wrong:3: 2 (expected: a number in column 2)");
    }
}
