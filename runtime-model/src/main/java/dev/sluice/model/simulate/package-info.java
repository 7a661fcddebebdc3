/**
 * A run in virtual time (model.md §7): the real scheduler and the real desk of grants, driven by a model of the
 * machines and of the network between them. Start reading at {@link dev.sluice.model.simulate.Simulation}; what goes in
 * are a {@link dev.sluice.model.simulate.Workload}, {@link dev.sluice.model.simulate.Machines},
 * {@link dev.sluice.model.simulate.Overheads} and {@link dev.sluice.model.simulate.SimulationTerms}, what comes out is
 * a {@link dev.sluice.model.simulate.SimulationReport}.
 */
@NullMarked
package dev.sluice.model.simulate;

import org.jspecify.annotations.NullMarked;
