package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TrialLossTest {
    /** Units of 0.1 s on one host and of 0.4 s on the other, which have a slot each: 100 units take 8 s together. */
    private static final List<Snapshot.HostPart> UNEQUAL =
            List.of(new Snapshot.HostPart(1, 1, 0.1, 0), new Snapshot.HostPart(2, 1, 0.4, 0));

    private static final Setting START = Setting.of(handout(PolicyName.SS, Weighting.EQUAL));

    private static Handout handout(PolicyName policy, Weighting weighting) {
        return new Handout(policy, weighting, -1, 5);
    }

    /** All 100 units are left. Both hosts together do 16 s of work in the 8 s. */
    private static Snapshot begun(List<Snapshot.HostPart> hosts) {
        return new Snapshot(0, 0, 100, 0, 0, 0, 16, false, true, false, 0, hosts, null);
    }

    private static double ofChunk(PolicyName policy, Weighting weighting) {
        return TrialLoss.ofChunk(handout(policy, weighting), begun(UNEQUAL));
    }

    @Test
    void shouldCountWhatOthersCouldDoWhileTheSlowestSlotComputesItsChunk() {
        // the slow slot may take as long as for 30 and 57 mean units; in each second, 12.5 units could be done
        assertThat(ofChunk(PolicyName.FAC, Weighting.EQUAL)).isEqualTo((12 - 8) * 12.5 * 0.16, within(1e-9));
        assertThat(ofChunk(PolicyName.GSS, Weighting.EQUAL))
                .isEqualTo(((50 + Math.sqrt(50)) * 0.4 - 8) * 12.5 * 0.16, within(1e-9));
    }

    @Test
    void shouldCountTheLastUnitOfTheSlowestSlotAtLeast() {
        double last = 0.8 * 12.5 * 0.16;

        assertThat(ofChunk(PolicyName.SS, Weighting.EQUAL)).isEqualTo(last, within(1e-9));
        assertThat(ofChunk(PolicyName.FAC, Weighting.MEASURED)).isEqualTo(last, within(1e-9));
        assertThat(ofChunk(PolicyName.AWF, Weighting.EQUAL)).isEqualTo(last, within(1e-9));
    }

    @Test
    void shouldCountOnlyTheChunkItselfInTheLastCycle() {
        Snapshot last = new Snapshot(0, 0, 100, 0, 0, 0, 16, true, true, false, 0, UNEQUAL, null);

        assertThat(TrialLoss.ofChunk(handout(PolicyName.SS, Weighting.EQUAL), last))
                .isEqualTo(2 * 0.16, within(1e-9));
        assertThat(TrialLoss.ofChunk(handout(PolicyName.FAC, Weighting.EQUAL), last))
                .isEqualTo((12 - 8) / 0.4 * 0.16, within(1e-9));
    }

    @Test
    void shouldKnowNothingOfHostsThatHaveTimedNoUnit() {
        List<Snapshot.HostPart> unknown = List.of(new Snapshot.HostPart(1, 1, 0, 0), new Snapshot.HostPart(2, 1, 0, 0));

        assertThat(TrialLoss.ofChunk(handout(PolicyName.GSS, Weighting.EQUAL), begun(unknown)))
                .isZero();
    }

    @Test
    void shouldTakeHostsThatHaveReturnedNothingForSlow() {
        List<Snapshot.HostPart> slow =
                List.of(new Snapshot.HostPart(1, 1, 0.1, 0.05), new Snapshot.HostPart(2, 1, 0, 0.4));
        List<Snapshot.HostPart> young =
                List.of(new Snapshot.HostPart(1, 1, 0.1, 0.05), new Snapshot.HostPart(2, 1, 0, 0.05));
        Handout single = handout(PolicyName.SS, Weighting.EQUAL);

        assertThat(TrialLoss.ofChunk(single, begun(slow))).isEqualTo(2 * 0.4 / 0.1 * 0.16, within(1e-9));
        assertThat(TrialLoss.ofChunk(single, begun(young))).isEqualTo(2 * 0.2 / 0.1 * 0.16, within(1e-9));
    }

    @Test
    void shouldLoseWhatParkedHostsCompute() {
        assertThat(TrialLoss.ofRate(START, START.withParked(Set.of(2)), begun(UNEQUAL)))
                .isEqualTo(0.2, within(1e-9));
    }

    @Test
    void shouldFearAnotherHandoutWhateverItPromises() {
        Setting other = Setting.of(handout(PolicyName.FAC, Weighting.EQUAL));

        assertThat(TrialLoss.ofRate(START, other, begun(UNEQUAL))).isEqualTo(0.3, within(1e-9));
    }
}
