package dev.sluice.insight.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.simulate.Interference;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterferenceGrowthTest {
    private static final Interference ONE = new Interference(10, 200, 30, 4, 1e-4);
    private static final Interference TWO = new Interference(20, 100, 70, 4, 1e-4);
    private static final InterferenceGrowth GROWTH =
            new InterferenceGrowth(List.of(new InterferenceGrowth.At(2, TWO), new InterferenceGrowth.At(1, ONE)));

    @Test
    void shouldGrowEvenlyBetweenWhatWasMeasured() {
        assertThat(GROWTH.with(1.5)).isEqualTo(new Interference(15, 150, 50, 4, 1e-4));
    }

    @Test
    void shouldStayBeyond() {
        assertThat(GROWTH.with(0.25)).isEqualTo(ONE);
        assertThat(GROWTH.with(1)).isEqualTo(ONE);
        assertThat(GROWTH.with(2)).isEqualTo(TWO);
        assertThat(GROWTH.with(64)).isEqualTo(TWO);
    }

    @Test
    void shouldRefuseNothing() {
        assertThatThrownBy(() -> new InterferenceGrowth(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing");
    }
}
