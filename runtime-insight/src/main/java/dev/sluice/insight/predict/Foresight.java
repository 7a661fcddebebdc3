package dev.sluice.insight.predict;

import dev.sluice.model.simulate.Machines;

/** Forecasts the makespan of a run on given machines. */
public interface Foresight {
    /**
     * The forecast.
     *
     * @param startSeconds time until each worker can compute, by its place among the workers of the machines [s];
     *     empty: as the runtime's costs have it
     * @param cpuBudgetNanos processor time that the simulation may take; a large run is simulated in part then
     */
    MakespanForecast of(Machines machines, double[] startSeconds, RunKind kind, long cpuBudgetNanos);
}
