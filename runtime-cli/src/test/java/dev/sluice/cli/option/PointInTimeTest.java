package dev.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.SluiceException;
import java.time.Instant;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PointInTimeTest {
    private static final ZonedDateTime NOW = ZonedDateTime.parse("2026-11-30T14:00:00+01:00[Europe/Zurich]");

    @Test
    void shouldReadTheNextSuchTimeOfDay() {
        assertThat(read("17:00")).isEqualTo("2026-11-30T16:00:00Z");
        assertThat(read("9:30")).isEqualTo("2026-12-01T08:30:00Z");
        assertThat(read("14:00")).isEqualTo("2026-12-01T13:00:00Z");
        assertThat(read("14:00:30")).isEqualTo("2026-11-30T13:00:30Z");
    }

    @Test
    void shouldReadADateWithItsTime() {
        assertThat(read("2026-12-24T18:00")).isEqualTo("2026-12-24T17:00:00Z");
        assertThat(read("2026-12-24T18:00Z")).isEqualTo("2026-12-24T18:00:00Z");
        assertThat(read("2026-12-24T18:00:00-05:00")).isEqualTo("2026-12-24T23:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "25:00", "17", "5pm", "2026-12-24", "2026-13-01T00:00", "T", "2026-12-24T18:00+"})
    void shouldRefuseWhatIsNoTime(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(SluiceException.class)
                .hasMessageContaining("--by: '" + text + "' (expected: a time of day such as 17:00");
    }

    private static Instant read(String text) {
        return PointInTime.of("--by", text, NOW);
    }
}
