package dev.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.SluiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FleetRangeTest {
    @Test
    void shouldParseARangeInAnyOrder() {
        assertThat(FleetRange.parse("--slurm", "min=2,max=50")).isEqualTo(new FleetRange(2, 50, 0));
        assertThat(FleetRange.parse("--slurm", "slots=4, max=1")).isEqualTo(new FleetRange(0, 1, 4));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "=",
                "50",
                "min=0",
                "max=",
                "max=x",
                "max=-1",
                "max=0",
                "max=10001",
                "max=4,min=5",
                "max=4,max=5",
                "max=4,",
                "max=4,slots=0",
                "max=4,slots=2000",
                "max=4;min=0",
                "max=4,min",
                "most=4",
                "max=99999999999"
            })
    void shouldRefuseAnythingElse(String text) {
        assertThatThrownBy(() -> FleetRange.parse("--slurm", text))
                .isInstanceOf(SluiceException.class)
                .hasMessageContaining("--slurm")
                .hasMessageContaining("expected");
    }

    @Test
    void shouldTakeTheSlotsOfAnotherOptionUnlessItHasItsOwn() {
        assertThat(new FleetRange(0, 5, 0).orSlots(8)).isEqualTo(new FleetRange(0, 5, 8));
        assertThat(new FleetRange(0, 5, 4).orSlots(8)).isEqualTo(new FleetRange(0, 5, 4));
    }
}
