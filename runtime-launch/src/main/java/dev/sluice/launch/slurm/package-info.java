/** Starts workers through Slurm. Start with {@link dev.sluice.launch.slurm.SlurmLauncher}. */
@NullMarked
package dev.sluice.launch.slurm;

import org.jspecify.annotations.NullMarked;
