package dev.sluice.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.Amounts;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.testing.SeededTest;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ProcessorShareTest {
    private static final UnitCosts COMPUTING = new UnitCosts(0.04, 0, 0, 0, 0);
    private static final UnitCosts WAITING = COMPUTING.withCpuShare(0);
    private static final UnitCosts HALF = COMPUTING.withCpuShare(0.5);

    private static Host host(int slots, double available) {
        return new Host("far", 0, Wire.UNLIMITED, slots, 1, 1, available, "", Amounts.NONE);
    }

    private static NetworkView view(int slots, double available) {
        return new NetworkView(
                "view",
                List.of(new Link("net", Wire.UNLIMITED)),
                List.of(new Host("master", 0), host(slots, available)));
    }

    private static double simulated(NetworkView view, UnitCosts costs, Script script) {
        return Simulation.run(
                        Workloads.constant(1, 400, costs),
                        World.all(view, 0).with(Overheads.NONE, SimulationTerms.DEFAULT.withScript(script)))
                .seconds();
    }

    @Test
    void shouldSlowOnlyTheShareThatComputes() {
        assertThat(ProcessorShare.slowdown(0.4, 0.5, 1)).isEqualTo(0.4 / 0.5 + 0.6, within(1e-12));
        assertThat(ProcessorShare.slowdown(1, 0.25, 3)).isEqualTo(4);
        assertThat(ProcessorShare.slowdown(0, 0.01, 1)).isEqualTo(1);
        assertThat(ProcessorShare.slowdown(0.3, 0, 1)).isInfinite();
    }

    @Test
    void shouldShareAmongSlotsWhatIsFree() {
        // One free processor for 16 slots: enough for units that use 3 % of it, and half of what 12.5 % need.
        assertThat(ProcessorShare.slowdown(0.03, 1.0 / 16, 16)).isEqualTo(1);
        assertThat(ProcessorShare.slowdown(0.125, 1.0 / 16, 16)).isEqualTo(2, within(1e-12));
        // Two of eight processors: eight slots that compute half of their time need four.
        assertThat(ProcessorShare.slowdown(0.5, 0.25, 8)).isEqualTo(2, within(1e-12));
    }

    @SeededTest(runs = 300)
    void shouldNeverUseMoreProcessorsThanAreFree(RandomGenerator random) {
        double share = random.nextDouble(0.05, 1);
        double available = random.nextDouble(0.02, 1);
        int slots = random.nextInt(1, 20);
        double slowdown = ProcessorShare.slowdown(share, available, slots);
        assertThat(slots * share / slowdown).isLessThanOrEqualTo(slots * available * (1 + 1e-12));
        assertThat(slowdown).isBetween(1.0, 1 / available * (1 + 1e-12));
        double back = ProcessorShare.needed(share, slowdown, slots);
        assertThat(ProcessorShare.slowdown(share, back, slots)).isEqualTo(slowdown, within(1e-9 * slowdown));
        double available2 = ProcessorShare.available(share, available, slots);
        assertThat(share / available2 + 1 - share).isEqualTo(slowdown, within(1e-9 * slowdown));
    }

    @SeededTest(runs = 40)
    void shouldAgreeWithTheSimulator(RandomGenerator random) {
        UnitCosts costs = COMPUTING.withCpuShare(random.nextDouble());
        NetworkView view = view(random.nextInt(1, 9), random.nextDouble(0.1, 1));
        double rate = Placement.solve(view, costs).solution(0).rate();
        int slots = view.hosts().get(1).slots();
        double whole = Math.ceil(400.0 / slots) * slots / rate;
        assertThat(simulated(view, costs, Script.EMPTY)).isEqualTo(whole, within(0.002 * whole));
    }

    @Test
    void shouldLeaveUnitsThatWaitAloneUnderLoad() {
        NetworkView view = view(1, 1);
        Script load = new Script(List.of(new Script.Load(0, 1, 0.5)));
        double idle = 400 * 0.04;
        assertThat(simulated(view, WAITING, load)).isEqualTo(idle, within(1e-3));
        assertThat(simulated(view, HALF, load)).isEqualTo(1.5 * idle, within(2e-3));
        assertThat(simulated(view, COMPUTING, load)).isEqualTo(2 * idle, within(2e-3));
    }

    @Test
    void shouldExpectLessForSeveralSlotsThanForOne() {
        // One process beside one other on one processor: half; two beside it: a third each.
        assertThat(ProcessorShare.ofSlots(1, 1, 1)).isEqualTo(0.5);
        assertThat(ProcessorShare.ofSlots(1, 1, 2)).isEqualTo(1.0 / 3, within(1e-12));
        assertThat(ProcessorShare.ofSlots(0, 8, 4)).isEqualTo(1);
        assertThat(ProcessorShare.ofSlots(0, 2, 8)).isEqualTo(0.25);
    }
}
