package dev.sluice.launch.slurm;

import dev.sluice.launch.LaunchException;
import dev.sluice.launch.Launcher;
import java.nio.file.Path;
import java.util.Map;

/** Workers started by Slurm: a step inside an allocation, else an array job. */
public final class SlurmLauncher {
    private SlurmLauncher() {}

    /**
     * Makes a launcher; starts nothing yet.
     *
     * @param environment of this process, which shows whether it is in an allocation
     * @throws LaunchException SLURM_MISSING if Slurm's commands are not installed, USAGE if the allocation has fewer
     *     nodes
     */
    public static Launcher of(SlurmTerms terms, Map<String, String> environment) {
        SlurmAllocation allocation = SlurmAllocation.of(environment);
        return allocation == null ? new SlurmArrayLauncher(terms, null) : new SlurmStepLauncher(terms, allocation);
    }

    /**
     * Workers for a running run: an array job that is submitted and not watched, which is reported as a verdict.
     *
     * @param runFile of that run, visible to the nodes
     * @throws LaunchException SLURM_MISSING if Slurm's commands are not installed
     */
    public static Launcher late(SlurmTerms terms, Path runFile) {
        return new SlurmArrayLauncher(terms, runFile);
    }
}
