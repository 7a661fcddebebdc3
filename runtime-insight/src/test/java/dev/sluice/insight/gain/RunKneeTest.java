package dev.sluice.insight.gain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The knee of simulated runs, from their measurements alone. */
class RunKneeTest {
    private static final double MIN_GAIN = 0.01;
    private static final double SLOW = 0.1;

    private static World star(int workers, Wire masterPort) {
        List<Host> hosts = new ArrayList<>(List.of(new Host("master", 0, masterPort)));
        for (int i = 1; i <= workers; i++) {
            hosts.add(new Host("h" + i, 0));
        }
        return World.all(new NetworkView("star", List.of(new Link("switch", Wire.UNLIMITED)), hosts), 0);
    }

    private static GainInput run(int workers, double acceptSeconds, double resultBytes, Wire masterPort) {
        Workload work = Workloads.constant(1, 1_000, new UnitCosts(SLOW, acceptSeconds, 24, resultBytes, 8));
        return new OracleRun(
                        work,
                        star(workers, masterPort),
                        new RuntimeCosts(78_000, 137_000, 200, 8_000_000, 300_000_000).overheads(),
                        SimulationTerms.DEFAULT)
                .measured();
    }

    private static RunKnee knee(GainInput input) {
        return RunKnee.of(input, 0, input.workers().size(), MIN_GAIN);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 6, 8, 12, 16})
    void shouldFindTheKneeOfANarrowLinkWithAnyNumberOfWorkers(int workers) {
        // A link that carries 60 results a second feeds six slots, each of which computes ten.
        RunKnee knee = knee(run(workers, 1e-5, 100_000, Wire.duplex(60 * 100_000 * LinkThroughput.WIRE_BYTES)));

        assertThat(knee.slots()).isBetween(5, 7);
        assertThat(knee.limit()).isEqualTo("the master's link");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 6, 16})
    void shouldFindTheKneeOfAMasterThatAcceptsSlowly(int workers) {
        RunKnee knee = knee(run(workers, SLOW / 6, 100, Wire.UNLIMITED));

        assertThat(knee.slots()).isEqualTo(6);
        assertThat(knee.limit()).isEqualTo("the master's work on results");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void shouldKnowNoLimitOfARunThatOnlyComputes(int workers) {
        assertThat(knee(run(workers, 0, 32, Wire.duplex(1e9)))).isEqualTo(RunKnee.UNKNOWN);
    }

    @Test
    void shouldNotTakeTheLinkOfTheOnlyHostForThatOfTheMaster() {
        GainInput input = run(2, 1e-5, 100_000, Wire.duplex(60 * 100_000 * LinkThroughput.WIRE_BYTES));

        assertThat(RunKnee.of(input, 0, 1, MIN_GAIN)).isEqualTo(RunKnee.UNKNOWN);
    }

    @Test
    void shouldCountTheMastersLoop() {
        GainInput input = run(4, 1e-5, 32, Wire.UNLIMITED);

        assertThat(RunKnee.of(input, SLOW / 50, 4, MIN_GAIN).slots()).isEqualTo(50);
    }

    @Test
    @Timeout(60)
    void shouldComputeTheKneeOfALargeRun() {
        List<GainWorker> workers = new ArrayList<>();
        for (int i = 1; i <= 4_096; i++) {
            workers.add(new GainWorker("w" + i, "h" + i, 8, SLOW, 0, 0, Wire.UNLIMITED, -1, 0, 0, ""));
        }
        CauseTimes times = CauseTimes.ZERO.plus(Cause.COMPUTE, 1_000_000_000L);
        GainInput input = new GainInput(
                10,
                new GainWork(1, 1_000, 1_000, SLOW, 0, 1e-4, 8, 32, 8, 0, List.of(), List.of()),
                workers,
                new GainNetwork(List.of(new Link("switch", Wire.UNLIMITED)), 0, Wire.UNLIMITED, List.of(), true),
                SimulationTerms.DEFAULT,
                new RuntimeCosts(78_000, 137_000, 200, 8_000_000, 300_000_000).overheads(),
                IdleLedger.of(times.total(), 0, times, Map.of()));

        assertThat(knee(input).slots()).isEqualTo(990); // 99 % of the 10,000 units a second that the master accepts
    }
}
