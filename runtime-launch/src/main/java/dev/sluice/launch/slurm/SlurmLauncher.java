package dev.sluice.launch.slurm;

import dev.sluice.launch.LaunchException;
import dev.sluice.launch.Launcher;
import java.nio.file.Path;
import java.util.Map;

/** Workers by Slurm: in an allocation a step of it, outside an array job. */
public final class SlurmLauncher {
    private SlurmLauncher() {}

    /**
     * Starts nothing yet.
     *
     * @param environment of this process, in which Slurm says whether this is an allocation
     * @throws LaunchException SLURM_MISSING where Slurm's commands are not installed, USAGE when the allocation has not
     *     that many nodes
     */
    public static Launcher of(SlurmTerms terms, Map<String, String> environment) {
        SlurmAllocation allocation = SlurmAllocation.of(environment);
        return allocation == null ? new SlurmArrayLauncher(terms, null) : new SlurmStepLauncher(terms, allocation);
    }

    /**
     * Workers for a run that goes on: an array job that is submitted and left alone, which is told as a verdict.
     *
     * @param runFile of that run, which the nodes see
     * @throws LaunchException SLURM_MISSING where Slurm's commands are not installed
     */
    public static Launcher late(SlurmTerms terms, Path runFile) {
        return new SlurmArrayLauncher(terms, runFile);
    }
}
