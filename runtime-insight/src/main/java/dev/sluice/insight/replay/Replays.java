package dev.sluice.insight.replay;

import dev.sluice.insight.gain.RunReplica;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
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

    private final List<RunReplica> replicas;

    Replays(RecordedRun run) {
        this.replicas = run.complete()
                ? List.of(run.replica())
                : LongStream.rangeClosed(1, DRAWS).mapToObj(run::replica).toList();
    }

    int draws() {
        return replicas.size();
    }

    /** The time of the run under these terms on these machines. */
    ReplayTime time(SimulationTerms all, Machines machines) {
        SimulationTerms terms = all.withScript(all.script().onlyOf(machines::uses));
        return new ReplayTime(replicas.stream()
                .map(replica -> {
                    SimulationReport report = Simulation.run(replica.workload(), machines, replica.overheads(), terms);
                    boolean complete = report.ending() == SimulationReport.Ending.COMPLETE;
                    return complete ? report.seconds() : Double.POSITIVE_INFINITY;
                })
                .toList());
    }
}
