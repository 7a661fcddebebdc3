package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import java.util.BitSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Thousands of seeded histories with all kinds of faults, on all cores. {@code -Dsluice.seed=SEED} repeats one,
 * {@code -Dsluice.seed=fresh} tries new seeds, {@code -Dsluice.seeds=COUNT} tries more than 100.
 */
class SimulationTest {
    private static final int SEEDS = 3_000;

    @Test
    void shouldAcceptEveryUnitOnceAndFinishWhateverHappens() throws InterruptedException {
        Simulations simulations = new Simulations();
        simulations.run(seeds());
        assertThat(simulations.events()).isPositive();
    }

    private static long[] seeds() {
        String seed = System.getProperty("sluice.seed", "");
        int count = Math.min(SEEDS, Integer.getInteger("sluice.seeds", 100));
        if (seed.isEmpty()) {
            return Simulations.seeds(count);
        }
        return seed.equals("fresh") ? Simulations.freshSeeds(count) : new long[] {Long.parseLong(seed)};
    }

    @Test
    void shouldVisitEveryTransitionOfTheTables() throws InterruptedException {
        Simulations simulations = new Simulations();
        simulations.run(Simulations.seeds(300));
        BitSet visited = simulations.visited();
        Set<String> missed = new TreeSet<>();
        WorkerState.TABLE.forEach((state, row) -> row.keySet().forEach(input -> {
            if (!visited.get(Simulation.row(state, input))) {
                missed.add(state + " " + input);
            }
        }));
        CycleState.TABLE.forEach((state, row) -> row.keySet().forEach(input -> {
            if (!visited.get(Simulation.row(state, input))) {
                missed.add(state + " " + input);
            }
        }));
        missed.removeAll(stops());
        assertThat(missed).isEmpty();
    }

    @Test
    void shouldInsureUnitsInVainAndWithSuccess() throws InterruptedException {
        Simulations simulations = new Simulations();
        simulations.run(Simulations.seeds(100));
        assertThat(simulations.copiesWon()).isPositive();
        assertThat(simulations.copiesWasted()).isPositive();
    }

    /** All kinds of stops, which the simulation does not draw. */
    private static Set<String> stops() {
        World idle = world();
        idle.apply(new Event.StopRequested());
        idle.apply(new Event.StopRequested());
        assertThat(idle.stopped).isTrue();

        World finishing = world();
        WorkerId worker = finishing.join(1, 1);
        finishing.begin(1);
        finishing.apply(new Event.StopRequested());
        finishing.apply(new Event.StopRequested());
        finishing.compute(worker, 1, 10);
        assertThat(finishing.stopped).isTrue();

        World dropped = world();
        dropped.join(1, 1);
        dropped.begin(5);
        dropped.apply(new Event.StopRequested());
        dropped.apply(new Event.CycleDropped(0));
        assertThat(dropped.stopped).isTrue();

        World settled = world();
        settled.join(1, 1);
        settled.begin(5);
        settled.apply(new Event.StopRequested());
        settled.apply(new Event.WorkerDied(new WorkerId(1)));
        assertThat(settled.stopped).isTrue();
        return Set.of(
                "IDLE STOP", "STOPPED STOP", "STOPPING STOP", "STOPPING FINISH", "STOPPING DROP", "STOPPING SETTLE");
    }

    private static World world() {
        return new World(PolicyName.SS, 0, 1);
    }
}
