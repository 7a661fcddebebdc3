package dev.sluice.insight.plan;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.LatencyTerms;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.Trial;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.WorkerSelection;
import dev.sluice.model.plan.RunLatency;
import dev.sluice.model.plan.SimulatedTrial;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import org.jspecify.annotations.Nullable;

/**
 * Plans runs of one application.
 *
 * @param application its name, or null
 * @param units of the whole run; 0 if unknown
 * @param masterComputes whether the master's host is a worker too
 * @param minGain least relative gain of the rate by more workers: 0.01 for 1 %
 * @param simulated how runs are simulated
 */
public record Planner(
        @Nullable String application,
        UnitCosts costs,
        long units,
        boolean masterComputes,
        double minGain,
        Simulated simulated) {
    /** The terms of a simulation with the runtime's own costs. */
    public record Simulated(SimulationTerms terms, Overheads overheads) {}

    /** Limit of workers in a simulation. */
    public static final int MOST_WORKERS = 4_096;

    /** The flow model in bytes on wires, with the units that may be away. */
    public Placement placement(NetworkView view) {
        Overheads overheads = simulated.overheads();
        LatencyTerms latency =
                RunLatency.of(simulated.terms(), overheads, view.hosts().size());
        return Placement.solve(view, overheads.onWire(returned()), masterComputes, latency);
    }

    /** The costs with results that return as the terms say, or else as the costs do. */
    private UnitCosts returned() {
        ResultsKind kind = simulated.terms().results();
        return switch (kind) {
            case EACH -> costs;
            case AT_CYCLE_END -> costs.withResults(kind);
            case ACCUMULATED -> costs.combined();
        };
    }

    /**
     * The plan with the master on this host, by the flow model alone.
     *
     * @param top number of candidates to name
     */
    public Plan flow(Placement placement, int master, int top) {
        return flow(placement, placement.solution(master), top);
    }

    /** The same with this flow to the master. */
    Plan flow(Placement placement, FlowSolution flow, int top) {
        return new Plan(
                application,
                returned(),
                masterComputes,
                Plan.candidates(placement, top),
                flow,
                null,
                null,
                units,
                null,
                simulated.terms().files(),
                null,
                null,
                simulated,
                null);
    }

    /** The plan with the only host of a view, which is master and worker. */
    Plan alone(Placement placement, int top) {
        SimulatedTrial trial = SimulatedTrial.of(world(placement, 0), costs, units);
        Trial.Outcome alone = trial.withMasterComputing().run(new int[0]);
        Plan flow = flow(placement, 0, top);
        return flow.with(
                WorkerSelection.choose(placement, 0, trial, minGain).with(new int[0], alone.rate(), alone.verdict()),
                trial);
    }

    private World world(Placement placement, int master) {
        return new World(placement.view(), master).with(simulated.overheads(), simulated.terms());
    }

    /** The same with workers chosen by simulation, unless there are too many for that. */
    public Plan simulated(Placement placement, int master, int top) {
        Plan flow = flow(placement, master, top);
        if (flow.solution().workers().length > MOST_WORKERS) {
            return flow;
        }
        SimulatedTrial trial = SimulatedTrial.of(world(placement, master), returned(), units);
        WorkerSelection workers = WorkerSelection.choose(
                placement, master, masterComputes ? trial.withMasterComputing() : trial, minGain);
        return flow.with(workers, trial);
    }
}
