package dev.sluice.benchmarks.papers;

import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;

/** Runs in virtual time, with the shipped costs of the runtime. */
final class SimulatedRuns {
    /** Without the start of workers and the first seconds of a JVM, which the papers' programs did not have. */
    static final Overheads OVERHEADS = Overheads.MEASURED.withStart(0).withWarming(Overheads.Warming.NONE);

    private SimulatedRuns() {}

    /**
     * Simulates a run to its end.
     *
     * @throws IllegalStateException if it does not complete
     */
    static SimulationReport of(Workload workload, World machines, SimulationTerms terms) {
        return of(workload, machines, terms, Steering.NONE);
    }

    /** The same with something that steers it. */
    static SimulationReport of(Workload workload, World machines, SimulationTerms terms, Steering steering) {
        SimulationReport report = Simulation.run(workload, machines.with(OVERHEADS, terms), Timeline.NONE, steering);
        if (report.ending() != SimulationReport.Ending.COMPLETE) {
            throw new IllegalStateException(
                    "a run of " + machines.view().name() + " ended as " + report.ending() + " (expected: complete)");
        }
        return report;
    }
}
