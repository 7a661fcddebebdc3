package dev.sluice.insight.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.master.report.Launching;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartRowTest {
    /** A start with handshake, look, transfer and JVM of 4 s together, and a last phase of 0.25 s. */
    private static double joinSeconds(double readySeconds) {
        Launching.Start start =
                new Launching.Start("far", "ssh", 0, 0.5, 0.25, 1, 9_000_000, 2.25, 0.25, 1_000, readySeconds);
        Launching launching = new Launching(0.9, 20, 0.2, List.of(start));
        return StartRow.of("run", launching, host -> "line").get(0).joinSeconds();
    }

    @Test
    void shouldCountTheWaitForAMasterThatDidNotListenYet() {
        assertThat(joinSeconds(7.5)).isCloseTo(3.5, within(1e-9));
    }

    @Test
    void shouldKeepTheLastPhaseWithoutAWait() {
        assertThat(joinSeconds(4.25)).isCloseTo(0.25, within(1e-9));
        assertThat(joinSeconds(4.1)).isEqualTo(0.25);
        assertThat(joinSeconds(Double.NaN)).isEqualTo(0.25);
    }
}
