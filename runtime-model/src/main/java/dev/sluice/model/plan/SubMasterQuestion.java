package dev.sluice.model.plan;

import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.cost.Overheads;

/**
 * The input of a search for sub-masters.
 *
 * @param view the network
 * @param master index of the master's host
 * @param workers indices of the hosts that would be workers; a sub-master replaces one of them
 * @param costs average costs of a unit, by which the flow model chooses a host for each sub-master
 * @param workload the simulated workload
 * @param overheads overheads of the runtime
 * @param terms how the run is executed
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
