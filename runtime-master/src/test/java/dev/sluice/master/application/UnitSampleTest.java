package dev.sluice.master.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.schedule.UnitRanges;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitSampleTest {
    @ParameterizedTest
    @CsvSource({"1000, 8, 2, 16", "10, 8, 2, 10", "1000000000, 4, 3, 12", "1, 8, 1, 1", "0, 8, 1, 0", "5, 1, 1, 2"})
    void shouldLeaveSoManyUnitsForEachSlot(long units, int each, int slots, long left) {
        UnitSample sample = new UnitSample(each, slots);
        sample.joined(slots, 0);
        UnitRanges others = sample.others(units, () -> 0);
        assertThat(units - others.size()).isEqualTo(left);
        assertThat(units == 0 || !others.contains(0) && !others.contains(units - 1))
                .isTrue();
    }
}
