/**
 * Sizes a fleet of tasks that a queue system such as Slurm starts for a pool. Start reading at
 * {@link dev.sluice.model.fleet.Fleet}.
 */
@NullMarked
package dev.sluice.model.fleet;

import org.jspecify.annotations.NullMarked;
