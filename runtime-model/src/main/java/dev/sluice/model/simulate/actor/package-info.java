/**
 * The actors of a simulated run: master, sub-masters, workers and slots, around the real scheduler. Start reading at
 * {@link dev.sluice.model.simulate.actor.Simulation}, then {@code SimulatedRun}.
 */
@NullMarked
package dev.sluice.model.simulate.actor;

import org.jspecify.annotations.NullMarked;
