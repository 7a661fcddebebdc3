package dev.sluice.cli.option;

import dev.sluice.launch.slurm.SlurmTerms;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Workers by Slurm, as typed behind {@code run}. */
public final class SlurmOptions {
    private static final int MOST_WORKERS = 10_000;

    @Option(
            names = "--slurm",
            paramLabel = "N",
            description = "have Slurm start N workers: in an allocation on its nodes, elsewhere by an array job; each"
                    + " has a node of its own unless --slots says how much of one it takes")
    @Nullable
    public Integer workers;

    @Option(
            names = "--slurm-options",
            split = " ",
            paramLabel = "OPTIONS",
            description = "for sbatch or srun, such as '--partition=long --time=1:00:00'")
    public List<String> options = List.of();

    /** Whether there are to be any. */
    public boolean asked() {
        if (workers != null && (workers < 1 || workers > MOST_WORKERS)) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--slurm: " + workers + " (expected: 1 to " + MOST_WORKERS + ")");
        }
        if (workers == null && !options.isEmpty()) {
            throw new SluiceException(ErrorCode.USAGE, "--slurm-options: without --slurm (expected: --slurm N)");
        }
        return workers != null;
    }

    /** @param slots of each worker; 0: as many as its node has processors */
    public SlurmTerms terms(RunId id, Path directory, int slots, Path jar, List<String> java) {
        return new SlurmTerms(
                id.text(),
                workers == null ? 0 : workers,
                slots,
                options.stream().filter(option -> !option.isEmpty()).toList(),
                jar,
                java,
                directory.toAbsolutePath().normalize());
    }
}
