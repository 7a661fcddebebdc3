/** Starts agents for a pool that grows and shrinks. Start reading at {@link dev.sluice.launch.fleet.FleetSystem}. */
@NullMarked
package dev.sluice.launch.fleet;

import org.jspecify.annotations.NullMarked;
