/**
 * Input and result of a simulated run. A {@link dev.sluice.model.simulate.Workload} runs on
 * {@link dev.sluice.model.simulate.World} under {@link dev.sluice.model.simulate.SimulationTerms}, and gives a
 * {@link dev.sluice.model.simulate.SimulationReport}. Start reading at
 * {@link dev.sluice.model.simulate.actor.Simulation}, which runs it.
 */
@NullMarked
package dev.sluice.model.simulate;

import org.jspecify.annotations.NullMarked;
