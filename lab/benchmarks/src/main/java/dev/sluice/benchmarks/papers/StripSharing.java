package dev.sluice.benchmarks.papers;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.WorkerSelection;
import dev.sluice.model.plan.SimulatedTrial;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.PlannedShares;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;

/** How the strips of {@code app-jacobi} are shared. Units are not copied at the end of a cycle. */
enum StripSharing {
    EQUAL("equal shares"),
    SELF("SS, all hosts"),
    ALL("planned, all hosts"),
    SELECTED("planned, selected");

    private static final double MIN_GAIN = 0.01;

    private final String words;

    StripSharing(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /**
     * The machines that get strips: all but the master, or those that {@code sluice plan} would select.
     *
     * @param costs of a strip
     * @param strips of a cycle
     */
    World machines(NetworkView view, int master, UnitCosts costs, int strips) {
        World all = World.all(view, master);
        if (this != SELECTED) {
            return all;
        }
        SimulationTerms terms =
                SimulationTerms.DEFAULT.withPolicy(PolicyName.FIXED).withWeighting(Weighting.PLANNED);
        SimulatedTrial trial = SimulatedTrial.of(all.with(SimulatedRuns.OVERHEADS, terms), costs, strips);
        int[] selected = WorkerSelection.choose(Placement.solve(view, costs), master, trial, MIN_GAIN)
                .workers();
        return new World(view, master, selected);
    }

    /** The terms of a run on these machines, with the weights of a plan if it has one. */
    SimulationTerms terms(World machines, UnitCosts costs) {
        SimulationTerms self = SimulationTerms.DEFAULT.withSpeculation(0);
        SimulationTerms fixed = self.withPolicy(PolicyName.FIXED);
        return switch (this) {
            case EQUAL -> fixed.withWeighting(Weighting.EQUAL);
            case SELF -> self;
            case ALL, SELECTED ->
                fixed.withWeighting(Weighting.PLANNED)
                        .withPlannedWeights(PlannedShares.of(machines, costs, ResultsKind.EACH));
        };
    }
}
