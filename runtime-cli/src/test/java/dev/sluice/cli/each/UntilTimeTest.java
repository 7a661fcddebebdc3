package dev.sluice.cli.each;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The time by which commands are to have ended. */
class UntilTimeTest {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    @Test
    void shouldReadLocalTimesAndTimesWithAZone() {
        assertThat(UntilTime.of("2026-12-01T08:00+01:00", Map.of(), NOW))
                .isEqualTo(Instant.parse("2026-12-01T07:00:00Z"));
        assertThat(UntilTime.of("2026-12-01T08:00", Map.of(), NOW))
                .isEqualTo(LocalDateTime.of(2026, 12, 1, 8, 0)
                        .atZone(ZoneId.systemDefault())
                        .toInstant());
    }

    @Test
    void shouldKnowTheEndOfASlurmJob() {
        Map<String, String> job = Map.of("SLURM_JOB_END_TIME", "1796000000");
        assertThat(UntilTime.of(null, job, NOW)).isEqualTo(Instant.ofEpochSecond(1_795_999_990L));
        assertThat(UntilTime.of(null, Map.of("SLURM_JOB_END_TIME", "UNLIMITED"), NOW))
                .isNull();
        assertThat(UntilTime.of(null, Map.of(), NOW)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tomorrow", "08:00", "2026-11-29T11:59Z"})
    void shouldRefuseWhatIsNoLaterTime(String text) {
        assertThatThrownBy(() -> UntilTime.of(text, Map.of(), NOW))
                .isInstanceOfSatisfying(
                        SluiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.UNTIL_WRONG))
                .hasMessageStartingWith("--until: " + text)
                .hasMessageContaining("(expected: a later time, such as ");
    }
}
