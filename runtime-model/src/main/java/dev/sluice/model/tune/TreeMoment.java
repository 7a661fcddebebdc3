package dev.sluice.model.tune;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.List;

/**
 * The state of a run whose tree is tuned.
 *
 * @param seconds for which cycles have been open [s]
 * @param units units of the open cycle, at least 1
 * @param done units of it that were computed
 * @param cyclesLeft cycles that are expected after it
 * @param costs mean costs of a unit, and the size of a setup
 * @param terms how units are handed out and results come back
 * @param sites all workers that take work; each site once
 */
public record TreeMoment(
        double seconds,
        int cycle,
        long units,
        long done,
        double cyclesLeft,
        UnitCosts costs,
        Overheads overheads,
        SimulationTerms terms,
        List<TreeSite> sites) {
    public TreeMoment {
        if (units < 1 || done < 0 || done > units || !(cyclesLeft >= 0)) {
            throw new IllegalArgumentException(done + " of " + units + " units done, " + cyclesLeft
                    + " cycles left (expected: at least one unit, no negative number)");
        }
        sites = List.copyOf(sites);
    }

    /** Slots of all sites. */
    int slots() {
        return sites.stream().mapToInt(TreeSite::slots).sum();
    }

    /** Share of the open cycle that is done. */
    double share() {
        return (double) done / units;
    }
}
