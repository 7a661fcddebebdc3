package dev.sluice.insight.replay;

import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Simulations of one recorded run under other terms, or on fewer machines. Units without a recorded time are drawn five
 * times, because their order is not known. Immutable.
 */
final class Replays {
    /** Draws of units without a recorded time. */
    private static final int DRAWS = 5;

    private final List<Workload> draws;

    Replays(RecordedRun run) {
        this.draws = run.complete()
                ? List.of(run.replica().run().work())
                : LongStream.rangeClosed(1, DRAWS)
                        .mapToObj(seed -> run.replica(seed).run().work())
                        .toList();
    }

    int draws() {
        return draws.size();
    }

    /** The time of the run in this world. */
    ReplayTime time(World world) {
        World of = world.with(world.terms().withScript(world.terms().script().onlyOf(world::uses)));
        return new ReplayTime(draws.stream()
                .map(draw -> Simulation.run(draw, of).secondsToEnd())
                .toList());
    }
}
