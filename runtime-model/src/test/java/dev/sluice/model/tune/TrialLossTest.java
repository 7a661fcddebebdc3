package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TrialLossTest {
    /** Units of 0.1 s on one host and of 0.4 s on the other, which have a slot each: 100 units take 8 s together. */
    private static final Snapshot BEGUN = new Snapshot(
            0,
            0,
            100,
            0,
            0,
            0,
            16,
            true,
            false,
            0,
            List.of(new Snapshot.HostPart(1, 1, 0.1), new Snapshot.HostPart(2, 1, 0.4)),
            null);

    @Test
    void shouldLoseWhatParkedHostsCompute() {
        assertThat(TrialLoss.ofRate(Setting.FLAT, Setting.FLAT.withParked(Set.of(2)), BEGUN))
                .isEqualTo(0.2, within(1e-9));
    }

    @Test
    void shouldFearAnotherTreeWhateverItPromises() {
        assertThat(TrialLoss.ofRate(Setting.FLAT, Setting.FLAT.withTree(Set.of(1)), BEGUN))
                .isEqualTo(0.3, within(1e-9));
    }
}
