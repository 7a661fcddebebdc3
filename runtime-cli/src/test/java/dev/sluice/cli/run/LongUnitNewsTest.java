package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.message.LongUnit;
import java.time.LocalDateTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongUnitNewsTest {
    private static final long MINUTE = 62_300_000_000L;
    private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 25, 0, 0, 30);

    private final LongUnitNews news = new LongUnitNews();

    private Optional<String> line(LongUnit unit, long medianNanos) {
        return news.line(unit, "w3 on sub", medianNanos, NOW);
    }

    private static LongUnit unit(int cycle, long unit, boolean preparing) {
        return LongUnit.silent(cycle, unit, MINUTE, "north", 4711, preparing);
    }

    @Test
    void shouldSayWhichUnitComputesWhereSinceWhenAndWhatToDo() {
        assertThat(line(unit(0, 17, false), 250_000_000L))
                .hasValue("unit 17 has been computing on w3 on sub since 23:59:27, for 62 s (median: about 0.25 s)."
                        + " \"jstack 4711\" (or kill -3 4711) on north shows what it does;"
                        + " --unit-timeout ends such units");
        assertThat(line(unit(0, 18, false), 0).orElseThrow()).contains("(no unit of the cycle has ended yet)");
        assertThat(line(unit(0, 19, false), 20).orElseThrow()).contains("median: below 1 ms");
    }

    @Test
    void shouldSayWhichWorkerPrepares() {
        assertThat(line(unit(0, 17, true), 0))
                .hasValue("w3 on sub has been loading its state, or decoding the input of unit 17, since 23:59:27,"
                        + " for 62 s. \"jstack 4711\" (or kill -3 4711) on north shows what it does");
    }

    @Test
    void shouldNameTheDayAfterADay() {
        assertThat(line(LongUnit.silent(0, 17, 86_400_000_000_000L, "north", 4711, false), 0)
                        .orElseThrow())
                .contains(" since 2026-11-24 00:00:30, for 86400 s ");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldListTenInEachCycle(boolean preparing) {
        for (int cycle = 0; cycle < 2; cycle++) {
            for (int unit = 0; unit < 10; unit++) {
                assertThat(line(unit(cycle, unit, preparing), 0).orElseThrow()).contains("unit " + unit);
            }
            assertThat(line(unit(cycle, 10, preparing), 0).orElseThrow()).contains("in cycle " + cycle, "not listed");
            assertThat(line(unit(cycle, 11, preparing), 0)).isEmpty();
            assertThat(line(unit(cycle, 11, !preparing), 0)).isPresent();
        }
    }
}
