package dev.sluice.cli.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerCountsTest {
    @Test
    void shouldTakeNumbersAndShortRangesAsTheyAre() {
        assertThat(WorkerCounts.parse("8")).containsExactly(8);
        assertThat(WorkerCounts.parse("4,1,2,2")).containsExactly(1, 2, 4);
        assertThat(WorkerCounts.parse("1-4, 7")).containsExactly(1, 2, 3, 4, 7);
    }

    @Test
    void shouldTakeFewOfALongRangeAndItsEnds() {
        assertThat(WorkerCounts.parse("1-64")).containsExactly(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64);
        assertThat(WorkerCounts.parse("5-100")).containsExactly(5, 6, 8, 12, 16, 24, 32, 48, 64, 96, 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "4-2", "1-", "x", "1,,2", "99999", "-3"})
    void shouldRefuseAnythingElse(String text) {
        assertThatThrownBy(() -> WorkerCounts.parse(text))
                .hasMessageContaining("--workers: " + text)
                .hasMessageContaining("expected:");
    }
}
