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
            description = "start N workers with Slurm, each on a node, or with --slots on a part of one"
                    + " (--slurm-options: partition, time); 'pool start' takes min=A,max=B too")
    private @Nullable String workers;

    @Option(
            names = "--slurm-options",
            split = " ",
            paramLabel = "OPTIONS",
            description = "options for sbatch or srun, such as '--partition=long --time=1:00:00'")
    private List<String> options = List.of();

    /** Returns the job; null where none was asked for. */
    public @Nullable SlurmJob job() {
        String asked = asked();
        if (asked == null) {
            return null;
        }
        if (FleetRange.isMeant(asked)) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--slurm: " + asked + " (expected: a number; 'sluice pool start' takes a range of tasks)");
        }
        return new SlurmJob(OptionRange.between("--slurm", number(asked), 1, MOST_WORKERS), options);
    }

    /** Returns the range of a pool's fleet; null where a number or nothing was given. */
    public @Nullable FleetRange range() {
        String asked = asked();
        return asked != null && FleetRange.isMeant(asked) ? FleetRange.parse("--slurm", asked) : null;
    }

    /** The options for sbatch or srun, one word each. */
    public List<String> words() {
        return options.stream().filter(option -> !option.isEmpty()).toList();
    }

    private @Nullable String asked() {
        if (workers == null && !options.isEmpty()) {
            throw new SluiceException(ErrorCode.USAGE, "--slurm-options: without --slurm (expected: --slurm N)");
        }
        return workers;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--slurm: '" + text + "' (expected: 1 to " + MOST_WORKERS + ")", wrong);
        }
    }
}
