package dev.sluice.cli.regimes;

import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.regime.Regime;
import dev.sluice.model.regime.RegimeGrid;
import dev.sluice.model.regime.Standing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The map of regimes for a view, and the application's place in it.
 *
 * @param master index of the master's host
 * @param base what does not vary over the map: input, accept, setup
 * @param grid by the flow model
 * @param probes points of it that were simulated; may be empty
 * @param application null when it was not told
 */
record RegimeReport(
        NetworkView view,
        int master,
        UnitCosts base,
        RegimeGrid grid,
        List<Probe> probes,
        @Nullable Application application) {
    RegimeReport {
        probes = List.copyOf(probes);
    }

    /** The loads of a run, and its limit. */
    record Place(Standing loads, RunVerdict verdict) {
        static Place of(Standing flow) {
            return new Place(flow, flow.verdict());
        }

        /** The region of the map. */
        Regime regime() {
            return Regime.of(verdict).orElse(loads.regime());
        }
    }

    /** A point that was simulated. */
    record Probe(double unitSeconds, double resultBytes, Place place) {}

    /**
     * The application.
     *
     * @param flow by the flow model
     * @param simulated null when it was not simulated
     * @param units of the simulation
     */
    record Application(
            UnitCosts costs, Place flow, @Nullable Place simulated, long units) {
        /** The application's place by simulation, or else by the flow model. */
        Place place() {
            return simulated == null ? flow : simulated;
        }
    }
}
