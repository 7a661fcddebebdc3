package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Simulated runs whose script parks workers and changes the policy. */
class ParkedRunTest {
    private static final long SECOND = 1_000_000_000L;
    private static final World FOUR = World.star(4, 2, Wire.duplex(125e6));

    private static SimulationReport run(int cycles, long units, SimulationTerms terms, Script.Step... steps) {
        Workload workload = Workloads.constant(cycles, units, new UnitCosts(0.1, 0, 10, 10, 1000));
        SimulationReport report =
                Simulation.run(workload, FOUR.with(Overheads.NONE, terms.withScript(Script.of(steps))));
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.acceptedUnits()).isEqualTo(cycles * units);
        assertThat(report.idle().total()).isEqualTo(report.slotNanos());
        return report;
    }

    private static double parkedSeconds(SimulationReport report) {
        return report.idle().of(Cause.PARKED) / 1e9;
    }

    private static int host(int worker) {
        return FOUR.worker(worker);
    }

    @Test
    void shouldCountTheSlotsOfAParkedWorkerAsParked() {
        SimulationReport report = run(
                1,
                800,
                SimulationTerms.DEFAULT,
                new Script.Park(SECOND, host(0)),
                new Script.Unpark(5 * SECOND, host(0)));
        assertThat(parkedSeconds(report)).isCloseTo(2 * 4, within(0.4));
        assertThat(report.seconds()).isCloseTo((800 * 0.1 + parkedSeconds(report)) / 8, within(0.2));
        assertThat(report.workers().get(0).units())
                .isLessThan(report.workers().get(1).units());
        assertThat(report.workers().get(0).times().of(Cause.PARKED))
                .isEqualTo(report.idle().of(Cause.PARKED));
    }

    @Test
    void shouldStayParkedWhileItLeaves() {
        SimulationReport report = run(
                1,
                800,
                SimulationTerms.DEFAULT,
                new Script.Park(SECOND + 50_000_000, host(0)),
                new Script.Drain(SECOND + 60_000_000, host(0)));
        assertThat(report.workers().get(0).times().of(Cause.PARKED)).isPositive();
        assertThat(report.workers().get(0).times().of(Cause.NO_WORK)).isZero();
    }

    @Test
    void shouldStayParkedOverCycles() {
        SimulationReport report = run(5, 80, SimulationTerms.DEFAULT, new Script.Park(SECOND / 2, host(3)));
        assertThat(report.workers().get(3).units()).isLessThan(20);
        double left = 2 * report.seconds() - 0.1 * report.workers().get(3).units();
        assertThat(parkedSeconds(report)).isCloseTo(left, within(0.1));
    }

    /** Counts the setups that reach each host. */
    private static final class SetupCount implements Timeline {
        private final int[] setups = new int[5];

        @Override
        public void travelled(int host, boolean toMaster, Message message, long bytes, long from, long to) {
            setups[host] += message == Message.SETUP ? 1 : 0;
        }
    }

    private static int[] setups(long bytes, Script.Step... steps) {
        SetupCount count = new SetupCount();
        SimulationReport report = Simulation.run(
                Workloads.constant(5, 80, new UnitCosts(0.1, 0, 10, 10, bytes)),
                FOUR.with(Overheads.NONE, SimulationTerms.DEFAULT.withScript(Script.of(steps))),
                count);
        assertThat(report.ending()).isEqualTo(Ending.COMPLETE);
        assertThat(report.acceptedUnits()).isEqualTo(400);
        return new int[] {count.setups[host(0)], count.setups[host(3)]};
    }

    /** A cycle takes a second and a little with four workers, and a third more with three. */
    @ParameterizedTest
    @ValueSource(longs = {1_000, 1_000_000})
    void shouldSendNoSetupToAParkedWorkerUntilItReturns(long bytes) {
        assertThat(setups(bytes)).containsExactly(5, 5);
        assertThat(setups(bytes, new Script.Park(SECOND / 2, host(3)))).containsExactly(5, 1);
        assertThat(setups(bytes, new Script.Park(SECOND / 2, host(3)), new Script.Unpark(3 * SECOND, host(3))))
                .as("the setup that it missed")
                .containsExactly(5, 4);
    }

    @Test
    void shouldJoinParkedWhatWasParkedBefore() {
        SimulationReport report = run(
                1, 400, SimulationTerms.DEFAULT, new Script.Park(0, host(1)), new Script.Unpark(2 * SECOND, host(1)));
        assertThat(parkedSeconds(report)).isCloseTo(2 * 2, within(0.3));
    }

    @Test
    void shouldKeepOneWorkerAndUnparkOthersWhenItIsLost() {
        SimulationReport report = run(
                1,
                400,
                SimulationTerms.DEFAULT,
                new Script.Park(SECOND, host(0)),
                new Script.Park(SECOND, host(1)),
                new Script.Park(SECOND, host(2)),
                new Script.Park(SECOND, host(3)),
                new Script.Die(3 * SECOND, host(3)));
        assertThat(parkedSeconds(report)).isCloseTo(3 * 2 * 2, within(0.5));
    }

    @Test
    void shouldEndParkingWhenAWorkerIsDrained() {
        SimulationReport report = run(
                1,
                400,
                SimulationTerms.DEFAULT,
                new Script.Park(SECOND, host(0)),
                new Script.Drain(2 * SECOND, host(0)));
        assertThat(parkedSeconds(report)).isCloseTo(2, within(0.3));
        assertThat(report.workers().get(0).toNanos()).isLessThan(3 * SECOND);
    }

    @Test
    void shouldHandOutByTheNewPolicy() {
        SimulationReport before = run(1, 4000, SimulationTerms.DEFAULT.withPrefetch(0));
        SimulationReport after = run(
                1,
                4000,
                SimulationTerms.DEFAULT.withPrefetch(0),
                new Script.SwitchPolicy(SECOND, PolicyName.FAC, Weighting.MEASURED, null));
        assertThat(before.traffic().assignments()).isGreaterThan(3900);
        assertThat(after.traffic().assignments()).isLessThan(400);
        assertThat(after.seconds()).isCloseTo(before.seconds(), within(0.5));
    }
}
