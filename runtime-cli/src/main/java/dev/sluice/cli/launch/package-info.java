/** The workers that a run starts. Start with {@link dev.sluice.cli.launch.WorkersToStart}. */
@NullMarked
package dev.sluice.cli.launch;

import org.jspecify.annotations.NullMarked;
