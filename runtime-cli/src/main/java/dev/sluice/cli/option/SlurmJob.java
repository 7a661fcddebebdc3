package dev.sluice.cli.option;

import dev.sluice.launch.slurm.SlurmTerms;
import dev.sluice.model.RunId;
import dev.sluice.net.runfile.UnitNeeds;
import java.nio.file.Path;
import java.util.List;

/**
 * Workers that Slurm starts.
 *
 * @param workers at least one
 * @param options for sbatch or srun
 */
public record SlurmJob(int workers, List<String> options) {
    public SlurmJob {
        options = options.stream().filter(option -> !option.isEmpty()).toList();
    }

    /** @param slots of each worker; 0: as many as its node has processors */
    public SlurmTerms terms(RunId id, Path directory, int slots, Path jar, List<String> java) {
        return new SlurmTerms(
                id.text(),
                workers,
                slots,
                UnitNeeds.NONE,
                options,
                jar,
                java,
                directory.toAbsolutePath().normalize());
    }
}
