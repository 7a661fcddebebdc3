package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.cost.HostBenchmark.Score;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GeneralTimesTest {
    private static Score score(long pid, double part) {
        return new Score(pid, "M", 2e9, 4, 1, part, part, part, 0);
    }

    @Test
    void shouldLeaveOutTheFirstRoundOfEachProcess() {
        List<GeneralTimes> times = GeneralTimes.of(
                List.of(score(1, 9), score(2, 9), score(1, 1), score(2, 3), score(1, 2), score(3, 5)),
                Map.of(1L, "a", 2L, "a", 3L, "b"),
                Map.of("a", 2, "b", 1));
        assertThat(times).extracting(GeneralTimes::host).containsExactly("a", "b");
        assertThat(times.get(0).rounds()).isEqualTo(3);
        assertThat(times.get(0).seconds()).isCloseTo(6, within(1e-12));
        assertThat(times.get(0).errorSeconds()).isCloseTo(2, within(1e-12));
        assertThat(times.get(1).seconds()).isCloseTo(15, within(1e-12));
        assertThat(times.get(1).errorSeconds()).isNaN();
    }

    @Test
    void shouldLeaveOutProcessesOfUnknownHosts() {
        assertThat(GeneralTimes.of(List.of(score(1, 1), score(7, 1)), Map.of(1L, ""), Map.of()))
                .isEmpty();
    }
}
