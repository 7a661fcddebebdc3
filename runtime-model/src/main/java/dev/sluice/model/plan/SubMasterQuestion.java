package dev.sluice.model.plan;

import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.cost.Overheads;

/**
 * A run for which sub-masters are looked for.
 *
 * @param view the network
 * @param master index of the master's host
 * @param workers indexes of the hosts that would be workers; a sub-master takes the place of one of them
 * @param costs of a unit on average, by which the flow model chooses a host for each sub-master
 * @param workload what is simulated
 * @param overheads of the runtime
 * @param terms how it is run
 */
public record SubMasterQuestion(
        NetworkView view,
        int master,
        int[] workers,
        UnitCosts costs,
        Workload workload,
        Overheads overheads,
        SimulationTerms terms) {
    public SubMasterQuestion {
        workers = workers.clone();
    }

    @Override
    public int[] workers() {
        return workers.clone();
    }
}
