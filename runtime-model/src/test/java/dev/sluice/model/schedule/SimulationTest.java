package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import java.util.BitSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Thousands of seeded histories with all kinds of faults, on all cores. {@code -Dsluice.seed=SEED} repeats one,
 * {@code -Dsluice.seed=fresh} tries new seeds, {@code -Dsluice.seeds=COUNT} tries more than 240.
 */
class SimulationTest {
    private static final int SEEDS = 3_000;

    /** Histories with these seeds go through every transition. */
    private static final int FIXED_SEEDS = 240;

    /** Null until all histories with fixed seeds have ended well. */
    private static @Nullable Simulations ended;

    /** The histories with fixed seeds, which run once for all tests of this class. */
    private static Simulations ended() throws InterruptedException {
        Simulations simulations = ended;
        if (simulations == null) {
            simulations = new Simulations();
            simulations.run(Simulations.seeds(Math.max(FIXED_SEEDS, count())));
            ended = simulations;
        }
        return simulations;
    }

    private static int count() {
        return Math.min(SEEDS, Integer.getInteger("sluice.seeds", FIXED_SEEDS));
    }

    @Test
    void shouldAcceptEveryUnitOnceAndFinishWhateverHappens() throws InterruptedException {
        String seed = System.getProperty("sluice.seed", "");
        Simulations simulations = seed.isEmpty() ? ended() : new Simulations();
        if (!seed.isEmpty()) {
            simulations.run(seed.equals("fresh") ? Simulations.freshSeeds(count()) : new long[] {Long.parseLong(seed)});
        }
        assertThat(simulations.events()).isPositive();
    }

    @Test
    void shouldVisitEveryTransitionOfTheTables() throws InterruptedException {
        BitSet visited = ended().visited();
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
        Simulations simulations = ended();
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
