package dev.sluice.cli.each;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
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
    @CsvSource({
        "64,1000,9000,64,",
        "64,56,9000,6,only enough file descriptors to run 6 commands at a time",
        "64,37,9000,1,only enough file descriptors to run 1 command at a time",
        "64,1000,100,6,only enough processes and threads to run 6 commands at a time"
    })
    void shouldRunAsManyAsTheSystemLetsIt(int wanted, long files, long processes, int slots, String said) {
        List<String> told = new ArrayList<>();
        assertThat(JobSlots.within(wanted, files, processes, told::add)).isEqualTo(slots);
        assertThat(told).hasSize(said == null ? 0 : 1).allMatch(each -> each.startsWith(said));
    }

    @Test
    void shouldRefuseASystemThatLetsNoCommandRun() {
        assertThatThrownBy(() -> JobSlots.within(64, 30, 9000, said -> {}))
                .hasMessage("30 more file descriptors (expected: 36 or more for one command at a time)");
        assertThatThrownBy(() -> JobSlots.within(64, 3000, 50, said -> {}))
                .hasMessageStartingWith("50 more processes and threads (expected: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "4x", "--2", "2.5", "2000"})
    void shouldRefuseOthers(String text) {
        assertThatThrownBy(() -> JobSlots.of(text, 8)).hasMessageContaining("--jobs: " + text);
    }
}
