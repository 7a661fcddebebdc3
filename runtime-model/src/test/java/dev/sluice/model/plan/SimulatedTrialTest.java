package dev.sluice.model.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.flow.WorkerSelection;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.StagedFiles.Copies;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the selection of workers with the real simulator, in cases where the needed number is known. */
class SimulatedTrialTest {
    /** A unit takes 100 ms of a slot, and its result has 1 kB. */
    private static final UnitCosts COSTS = new UnitCosts(0.1, 0, 0, 1_000, 0);

    /** Workers of one slot behind this wire, which has room for 45 units/s. */
    private static NetworkView behind(int workers, long latencyNanos) {
        List<Host> hosts = new ArrayList<>(List.of(new Host("m", 0)));
        IntStream.range(0, workers).forEach(i -> hosts.add(new Host("w" + i, 1)));
        Link there = new Link("there", 0, Wire.duplex(45_000).withLatency(latencyNanos));
        return new NetworkView("behind", List.of(new Link("here", Wire.UNLIMITED), there), hosts);
    }

    private static WorkerSelection choose(NetworkView view, UnitCosts costs, SimulationTerms terms) {
        SimulatedTrial trial = SimulatedTrial.of(new World(view, 0).with(terms), costs, 0);
        return WorkerSelection.choose(Placement.solve(view, costs), 0, trial, 0.01);
    }

    @Test
    void shouldTakeAllWorkersWhereComputationBinds() {
        WorkerSelection selection = choose(behind(4, 0), COSTS, SimulationTerms.DEFAULT);
        assertThat(selection.workers()).hasSize(4);
        assertThat(selection.rate()).isCloseTo(40, within(0.4));
    }

    @Test
    void shouldTakeNoMoreThanALinkCarries() {
        WorkerSelection selection = choose(behind(20, 0), COSTS, SimulationTerms.DEFAULT);
        assertThat(selection.workers()).hasSizeBetween(5, 6);
        assertThat(selection.rate()).isCloseTo(45, within(0.9));
    }

    /**
     * Latency of 50 ms in each direction and no chunks ahead: each worker computes half of the time, so that twice as
     * many are needed.
     */
    @Test
    void shouldAddWorkersForThoseThatWaitForTheNetwork() {
        SimulationTerms oneOutstanding = SimulationTerms.DEFAULT.withPrefetch(0).withSpeculation(0);
        WorkerSelection near = choose(behind(20, 0), COSTS, oneOutstanding);
        WorkerSelection far = choose(behind(20, 50_000_000), COSTS, oneOutstanding);
        assertThat(near.workers()).hasSizeBetween(5, 7);
        assertThat(far.workers()).hasSizeBetween(9, 13);
        assertThat(far.rate()).isCloseTo(45, within(2.0));
    }

    @Test
    void shouldTakeNoMoreThanTheMasterTakes() {
        UnitCosts slow = new UnitCosts(0.1, 0.05, 0, 0, 0);
        WorkerSelection selection = choose(behind(20, 0), slow, SimulationTerms.DEFAULT);
        assertThat(selection.workers()).hasSizeBetween(2, 3);
        assertThat(selection.rate()).isCloseTo(20, within(0.4));
    }

    @Test
    void shouldSimulateShortRunsWholeAndLongOnesInPart() {
        World machines = new World(behind(4, 0), 0);
        assertThat(SimulatedTrial.of(machines, COSTS, 7).units()).isEqualTo(7);
        assertThat(SimulatedTrial.of(machines, COSTS, 1L << 40).units()).isEqualTo(SimulatedTrial.MOST_UNITS);
    }

    /** Four hosts beside the master, and four behind 1 MB/s; a unit takes a second. */
    private static NetworkView nearAndFar() {
        List<Host> hosts = new ArrayList<>(List.of(new Host("m", 0)));
        IntStream.range(0, 8).forEach(i -> hosts.add(new Host("w" + i, i / 4)));
        return new NetworkView(
                "near-and-far",
                List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, Wire.duplex(1e6))),
                hosts);
    }

    private static WorkerSelection chooseFor(long units, long fileBytes) {
        UnitCosts costs = new UnitCosts(1, 0, 0, 0, 0);
        SimulationTerms terms =
                SimulationTerms.DEFAULT.withFiles(StagedFiles.of(fileBytes).with(Copies.ONE_PER_HOST));
        SimulatedTrial trial = SimulatedTrial.of(new World(nearAndFar(), 0).with(terms), costs, units);
        return WorkerSelection.choose(Placement.solve(nearAndFar(), costs), 0, trial, 0.01);
    }

    @Test
    void shouldLeaveOutHostsWhoseFilesComeTooLate() {
        WorkerSelection selection = chooseFor(400, 500_000_000);
        assertThat(selection.workers()).containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(selection.rate()).as("100 s").isCloseTo(4, within(0.1));
    }

    @Test
    void shouldTakeAllHostsForSmallFiles() {
        assertThat(chooseFor(400, 100_000).workers()).hasSize(8);
        assertThat(chooseFor(400, 0).workers()).hasSize(8);
    }

    @Test
    void shouldWeighFilesAgainstTheWholeOfALongRun() {
        WorkerSelection far = chooseFor(400_000, 500_000_000);
        assertThat(far.workers()).hasSize(8);
        assertThat(far.rate()).as("2,000 s of four hosts, then 8 units/s").isCloseTo(400_000 / 51_000.0, within(0.1));
        assertThat(chooseFor(100_000, 500_000_000_000L).workers()).containsExactlyInAnyOrder(1, 2, 3, 4);
    }
}
