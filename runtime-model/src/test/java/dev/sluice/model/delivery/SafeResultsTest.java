package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SafeResultsTest {
    private final SafeResults safe = new SafeResults();

    @Test
    void shouldAcknowledgeAtOnceWhatIsAQuarterOfTheWindow() {
        safe.safe(1, 20, 100);
        assertThat(safe.isDueAtOnce(100)).isFalse();
        assertThat(safe.isDue()).as("at the next tick").isTrue();
        safe.safe(2, 5, 300);
        assertThat(safe.isDueAtOnce(100)).isTrue();
        assertThat(safe.queuedNanos(450)).isEqualTo(150);
        assertThat(safe.acknowledge()).isEqualTo(2);
        assertThat(safe.isDue()).isFalse();
        safe.safe(3, 20, 500);
        assertThat(safe.isDueAtOnce(100)).as("bytes since the last time").isFalse();
    }

    @Test
    void shouldAcknowledgeManyMessagesAtOnceHoweverSmall() {
        safe.safe(63, 0, 0);
        assertThat(safe.isDueAtOnce(100)).isFalse();
        safe.safe(64, 0, 0);
        assertThat(safe.isDueAtOnce(100)).isTrue();
    }
}
