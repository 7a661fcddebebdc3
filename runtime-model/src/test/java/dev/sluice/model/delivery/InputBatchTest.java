package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InputBatchTest {
    @Test
    void shouldTakeInputsUntilTheMessageIsFull() {
        assertThat(InputBatch.takesMore(1, 65_535)).isTrue();
        assertThat(InputBatch.takesMore(1, 65_536)).isFalse();
    }

    @Test
    void shouldNotExceedTheSizeWithAnInputOfKnownSize() {
        assertThat(InputBatch.takes(1, 65_536)).isTrue();
        assertThat(InputBatch.takes(1, 65_537)).isFalse();
    }

    @Test
    void shouldTakeOnlySoManyUnits() {
        assertThat(InputBatch.takesMore(8_191, 0)).isTrue();
        assertThat(InputBatch.takesMore(8_192, 0)).isFalse();
        assertThat(InputBatch.takes(8_191, 0)).isTrue();
        assertThat(InputBatch.takes(8_192, 0)).isFalse();
    }
}
