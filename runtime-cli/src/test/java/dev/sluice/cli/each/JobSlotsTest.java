package dev.sluice.cli.each;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of commands at a time. */
class JobSlotsTest {
    @ParameterizedTest
    @CsvSource({
        "4,4", "1,1", "0,256", "100%,8", "200%,16", "50%,4", "1%,1", "+2,10", "-2,6", "-20,1", "+50%,12", "-25%,6"
    })
    void shouldReadWhatGnuParallelReads(String text, int slots) {
        assertThat(JobSlots.of(text, 8)).isEqualTo(slots);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "4x", "--2", "2.5", "2000"})
    void shouldRefuseOthers(String text) {
        assertThatThrownBy(() -> JobSlots.of(text, 8)).hasMessageContaining("--jobs: " + text);
    }
}
