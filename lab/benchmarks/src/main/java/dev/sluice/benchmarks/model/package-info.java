/**
 * Programs that compare simulations, predictions and forecasts with what really happened, or measure their cost. Start
 * reading at {@link dev.sluice.benchmarks.model.SimulationBenchmark}.
 */
@NullMarked
package dev.sluice.benchmarks.model;

import org.jspecify.annotations.NullMarked;
