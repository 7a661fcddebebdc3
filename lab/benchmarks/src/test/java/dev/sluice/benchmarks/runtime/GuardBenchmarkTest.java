package dev.sluice.benchmarks.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.benchmarks.runtime.GuardBenchmark.Kept;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardBenchmarkTest {
    @Test
    void shouldTakeALowerRatioForWorseWhereMoreIsBetter() {
        Kept kept = Kept.parse("results,ratio,0.6,more,10");
        assertThat(kept.holds(0.55)).isTrue();
        assertThat(kept.holds(0.53)).isFalse();
        assertThat(kept.holds(2)).isTrue();
    }

    @Test
    void shouldTakeAHigherRatioForWorseWhereLessIsBetter() {
        Kept kept = Kept.parse("mandelbrot,ratio,1.00,less,10");
        assertThat(kept.holds(1.1)).isTrue();
        assertThat(kept.holds(1.2)).isFalse();
        assertThat(kept.holds(0.5)).isTrue();
    }

    @Test
    void shouldRefuseALineThatDoesNotSayWhatIsBetter() {
        assertThatThrownBy(() -> Kept.parse("mandelbrot,ratio,1.00,10")).hasMessageContaining("where less or more");
    }

    @Test
    void shouldReadWhatIsKept() throws Exception {
        assertThat(GuardBenchmark.kept())
                .hasSizeGreaterThan(8)
                .allSatisfy(each -> assertThat(each.holds(each.ratio())).isTrue());
    }

    @Test
    void shouldNameWhatIsWorse() {
        assertThat(GuardBenchmark.sentence(12, List.of())).isEqualTo("all 12 ratios hold");
        assertThat(GuardBenchmark.sentence(12, List.of("results-ratio 0.2 (kept: 0.6)")))
                .isEqualTo("11 of 12 ratios hold; worse: results-ratio 0.2 (kept: 0.6)");
    }
}
