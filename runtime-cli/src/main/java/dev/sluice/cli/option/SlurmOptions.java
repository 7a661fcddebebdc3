package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Workers that Slurm starts. */
public final class SlurmOptions {
    private static final int MOST_WORKERS = 10_000;

    @Option(
            names = "--slurm",
            paramLabel = "N",
            description = "start N workers with Slurm: on the nodes of the current allocation, or else as an array "
                    + "job; each worker uses a whole node unless --slots limits it")
    private @Nullable Integer workers;

    @Option(
            names = "--slurm-options",
            split = " ",
            paramLabel = "OPTIONS",
            description = "options for sbatch or srun, such as '--partition=long --time=1:00:00'")
    private List<String> options = List.of();

    /** Returns the job; null where none was asked for. */
    public @Nullable SlurmJob job() {
        if (workers == null && !options.isEmpty()) {
            throw new SluiceException(ErrorCode.USAGE, "--slurm-options: without --slurm (expected: --slurm N)");
        }
        return workers == null ? null : new SlurmJob(OptionRange.between("--slurm", workers, 1, MOST_WORKERS), options);
    }
}
