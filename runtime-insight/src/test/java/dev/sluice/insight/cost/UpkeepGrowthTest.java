package dev.sluice.insight.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class UpkeepGrowthTest {
    private static final UpkeepGrowth GROWTH = new UpkeepGrowth(
            List.of(
                    new UpkeepGrowth.After(2000, new Upkeep(1000, 900)),
                    new UpkeepGrowth.After(500, new Upkeep(600, 950))),
            new Upkeep(1400, 1500),
            new Upkeep(100, 300),
            Upkeep.NONE);

    @Test
    void shouldGrowWithTheLogarithmOfTheMessages() {
        assertThat(GROWTH.workerNanos(0, 0)).isEqualTo(600);
        assertThat(GROWTH.workerNanos(500, 500)).isEqualTo(600);
        assertThat(GROWTH.workerNanos(1000, 1000)).isCloseTo(800, within(1e-9));
        assertThat(GROWTH.workerNanos(2000, 2000)).isEqualTo(1000);
        assertThat(GROWTH.workerNanos(Math.sqrt(2000 * 16_000.0), Math.sqrt(2000 * 16_000.0)))
                .isCloseTo(1200, within(1e-9));
        assertThat(GROWTH.workerNanos(16_000, 16_000)).isEqualTo(1400);
        assertThat(GROWTH.workerNanos(1e9, 1e9)).isEqualTo(1400);
    }

    @Test
    void shouldGrowWithUnitsThatShareMessages() {
        assertThat(GROWTH.workerNanos(2000, 1_200_000)).isEqualTo(1100);
        assertThat(GROWTH.workerNanos(2000, 1e9)).isEqualTo(1100);
        assertThat(GROWTH.masterNanos(2000, Math.sqrt(2000 * 1_200_000.0)))
                .as("half of what streaming adds")
                .isCloseTo(1050, within(1e-9));
        assertThat(GROWTH.workerNanos(1e7, 1e7)).as("each unit by itself").isEqualTo(1400);
        assertThat(GROWTH.workerNanos(0, 0)).isEqualTo(600);
    }

    @Test
    void shouldNeverFall() {
        assertThat(GROWTH.masterNanos(500, 500))
                .as("measured above what was taken later")
                .isEqualTo(900);
        assertThat(GROWTH.masterNanos(2000, 2000)).isEqualTo(900);
        assertThat(GROWTH.masterNanos(16_000, 16_000)).isEqualTo(1500);
    }

    @Test
    void shouldBeTheSameWhereNothingEarlyIsKnown() {
        UpkeepGrowth flat = new UpkeepGrowth(List.of(), new Upkeep(7, 8), Upkeep.NONE, Upkeep.NONE);
        assertThat(flat.workerNanos(1, 1)).isEqualTo(7);
        assertThat(flat.masterNanos(1, 1)).isEqualTo(8);
    }

    @Test
    void shouldTakeTheMiddleOfEachProcess() {
        assertThat(UpkeepGrowth.median(List.of(new Upkeep(5, 40), new Upkeep(90, 0), new Upkeep(7, 7))))
                .isEqualTo(new Upkeep(7, 7));
    }

    @Test
    void shouldRefuseWhatIsNotEarly() {
        assertThatThrownBy(() -> new UpkeepGrowth.After(16_000, Upkeep.NONE)).hasMessageContaining("1 to 15999");
    }
}
