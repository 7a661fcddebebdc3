package dev.sluice.hosts;

import dev.sluice.text.Source;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The hosts that a batch system has given to the job that this process is part of. */
public final class JobAllocation {
    private JobAllocation() {}

    /**
     * The job's hosts, of whichever batch system there is: Slurm, PBS, Grid Engine; empty outside of a job.
     *
     * @param environment that of the process
     * @throws HostFileException when what they say cannot be used
     */
    public static Optional<HostList> any(Map<String, String> environment) {
        if (environment.containsKey("SLURM_JOB_NODELIST")) {
            return Optional.of(slurm(environment));
        }
        if (environment.containsKey("PBS_NODEFILE")) {
            return Optional.of(pbs(environment));
        }
        return environment.containsKey("PE_HOSTFILE") ? Optional.of(sge(environment)) : Optional.empty();
    }

    /**
     * Reads {@code SLURM_JOB_NODELIST} and {@code SLURM_JOB_CPUS_PER_NODE}.
     *
     * @throws HostFileException outside of a job, or when what they say cannot be used
     */
    public static HostList slurm(Map<String, String> environment) {
        String variable = "SLURM_JOB_NODELIST";
        String list = variable(environment, variable, "Slurm (salloc, sbatch)");
        return new HostList(
                HostKind.SLURM,
                variable,
                BatchReader.slurm(
                        list,
                        source(variable),
                        environment.get("SLURM_JOB_CPUS_PER_NODE"),
                        source("SLURM_JOB_CPUS_PER_NODE")));
    }

    /**
     * Reads the file that {@code PBS_NODEFILE} names.
     *
     * @throws HostFileException outside of a job, or when what it says cannot be used
     */
    public static HostList pbs(Map<String, String> environment) {
        return HostFile.open(Path.of(variable(environment, "PBS_NODEFILE", "PBS (qsub)")), HostKind.PBS);
    }

    /**
     * Reads the file that {@code PE_HOSTFILE} names.
     *
     * @throws HostFileException outside of a job, or when what it says cannot be used
     */
    public static HostList sge(Map<String, String> environment) {
        return HostFile.open(Path.of(variable(environment, "PE_HOSTFILE", "Grid Engine (qsub -pe)")), HostKind.SGE);
    }

    private static String variable(Map<String, String> environment, String name, String system) {
        String value = environment.get(name);
        if (value == null || value.isBlank()) {
            throw source(name)
                    .wrong(0, value == null ? "not set" : "empty", "inside of a job of " + system + ", which sets it");
        }
        return value;
    }

    private static Source source(String variable) {
        return new Source(variable, "the hosts of a job", HostFileException::new);
    }
}
