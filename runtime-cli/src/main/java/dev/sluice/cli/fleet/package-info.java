/**
 * The fleet of a pool: agents that a system such as Slurm starts, as many as the work needs. Start reading at
 * {@link dev.sluice.cli.fleet.FleetKeeper}.
 */
@NullMarked
package dev.sluice.cli.fleet;

import org.jspecify.annotations.NullMarked;
