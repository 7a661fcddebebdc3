package dev.sluice.master.tune;

import dev.sluice.model.simulate.cost.RuntimeCosts;

/**
 * The terms under which the tree of a run is tuned.
 *
 * @param costs of the runtime's messages with workers in other processes; all figures known
 * @param share of one processor that the tuner may use, over the run
 * @param beside where the tuner computes; the run closes it
 * @param starter starts sub-masters at sites that have none
 */
public record TreeTerms(RuntimeCosts costs, double share, Beside beside, SubMasterStart starter) {}
