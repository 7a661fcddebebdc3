package dev.sluice.model.regime;

import dev.sluice.model.simulate.SimulationReport;

/** The loads of a simulated run, by the formula of a real one. */
public final class SimulatedRegime {
    private SimulatedRegime() {}

    /** The standing of the application in this simulated run. */
    public static Standing of(SimulationReport report) {
        return Standing.of(report.window(), report.rateWups());
    }
}
