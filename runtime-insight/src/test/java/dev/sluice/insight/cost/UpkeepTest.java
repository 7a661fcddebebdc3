package dev.sluice.insight.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UpkeepTest {
    @Test
    void shouldCountWhatUnitsTookMoreThanTheLast() {
        List<Measured> steps = List.of(measured(1_000, 900, 400), measured(3_000, 500, 300), measured(2_000, 300, 250));

        assertThat(Upkeep.untilCompiled(steps))
                .isEqualTo(new Upkeep(1_000 * 600 + 3_000 * 200, 1_000 * 150 + 3_000 * 50));
    }

    @Test
    void shouldNotTakeBackWhatUnitsTookLess() {
        List<Measured> steps = List.of(measured(1_000, 900, 100), measured(3_000, 200, 300), measured(2_000, 300, 250));

        assertThat(Upkeep.untilCompiled(steps)).isEqualTo(new Upkeep(1_000 * 600, 3_000 * 50));
    }

    @Test
    void shouldAddBothProcesses() {
        assertThat(new Upkeep(1, 20).plus(new Upkeep(300, 4_000))).isEqualTo(new Upkeep(301, 4_020));
    }

    private static Measured measured(int units, double slotNanos, double applicationNanos) {
        return new Measured(new Step(units, 0, 0, 0, 0), units, 5_000, 1_000, applicationNanos, 2_000, slotNanos, 0);
    }
}
