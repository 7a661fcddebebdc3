package dev.sluice.master.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ComputeTimesTest {
    private final ComputeTimes times = new ComputeTimes();

    @Test
    void shouldKnowNothingOfNoUnits() {
        times.add(0, 5);
        assertThat(times.units()).isZero();
        assertThat(times.meanSeconds()).isNaN();
        assertThat(times.spreadSeconds()).isNaN();
    }

    @Test
    void shouldKnowMeanAndSpread() {
        times.add(1, 2_000_000_000L);
        ComputeTimes others = new ComputeTimes();
        others.add(1, 4_000_000_000L);
        others.add(2, 12_000_000_000L); // two of 6 s each
        times.add(others);
        assertThat(times.units()).isEqualTo(4);
        assertThat(times.meanSeconds()).isCloseTo(4.5, within(1e-12));
        assertThat(times.spreadSeconds()).isCloseTo(Math.sqrt(11.0 / 3), within(1e-12));
    }

    @Test
    void shouldNotSpreadOverOneUnit() {
        times.add(1, 2_000_000_000L);
        assertThat(times.spreadSeconds()).isNaN();
    }
}
