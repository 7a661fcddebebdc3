/**
 * The command {@code hosts list}, and the workers that a run starts. Start with
 * {@link dev.sluice.cli.launch.WorkersToStart}.
 */
@NullMarked
package dev.sluice.cli.launch;

import org.jspecify.annotations.NullMarked;
