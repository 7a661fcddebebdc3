package dev.sluice.cli.simulate;

import dev.sluice.model.flow.Host;
import dev.sluice.model.record.RunView;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.MoreResources;
import dev.sluice.model.tune.TunedStep;
import java.util.List;

/** Simulated runs and their results: the output of {@code sluice simulate}. */
record SimulatedRuns(Workload workload, World machines, List<Run> runs) {
    /**
     * One run.
     *
     * @param steps what the tuner changed
     */
    record Run(SimulationTerms terms, SimulationReport report, List<TunedStep> steps) {
        Run {
            steps = List.copyOf(steps);
        }

        /** A run in which nothing was tuned. */
        Run(SimulationTerms terms, SimulationReport report) {
            this(terms, report, List.of());
        }
    }

    SimulatedRuns {
        runs = List.copyOf(runs);
    }

    /** The gains from one more of each resource for which units waited. */
    List<RunView.Change> withMore(Run run) {
        World world = machines.with(run.terms());
        return MoreResources.of(workload, world, run.report());
    }

    String host(int index) {
        return machines.view().hosts().get(index).name();
    }

    int slots() {
        return machines.computing().stream().mapToInt(Host::slots).sum();
    }

    long units() {
        long units = 0;
        for (int cycle = 0; cycle < workload.cycles(); cycle++) {
            units += workload.units(cycle);
        }
        return units;
    }
}
