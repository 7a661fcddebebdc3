package dev.sluice.launch.slurm;

import dev.sluice.launch.LaunchException;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.runfile.UnitNeeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The request to Slurm for one run.
 *
 * @param run its name, which becomes a part of the job's
 * @param workers number of workers; in an allocation at most its nodes
 * @param slots of each; 0: each has a node of its own, and as many slots as Slurm counts processors there
 * @param needs of each unit
 * @param options of sbatch and srun, one word each
 * @param jar {@code sluice-worker.jar} of this machine
 * @param java options of the workers' JVM
 * @param directory the run's, absolute
 */
public record SlurmTerms(
        String run,
        int workers,
        int slots,
        UnitNeeds needs,
        List<String> options,
        Path jar,
        List<String> java,
        Path directory) {
    private static final long MEBIBYTE = 1 << 20;

    /** Options that Sluice sets itself. */
    private static final Set<String> OURS = Set.of(
            "--array", "-a",
            "--cpus-per-task", "-c",
            "--error", "-e",
            "--input", "-i",
            "--label", "-l",
            "--nodes", "-N",
            "--ntasks", "-n",
            "--ntasks-per-node", "--output",
            "-o", "--parsable",
            "--requeue", "--wait",
            "-W", "--wrap");

    /**
     * Checks the options.
     *
     * @throws LaunchException USAGE
     */
    public SlurmTerms {
        options = List.copyOf(options);
        java = List.copyOf(java);
        for (String option : options) {
            String name = option.startsWith("--") ? option.replaceFirst("=.*", "") : shortName(option);
            if (OURS.contains(name)) {
                throw new LaunchException(
                        ErrorCode.USAGE,
                        "--slurm-options: " + name + " (expected: options such as --partition, --account, --time; "
                                + (name.matches("-c|--cpus-per-task")
                                        ? "--slots says this one)"
                                        : "Sluice sets this one)"));
            }
        }
        for (String text : List.of(run, jar.toString(), directory.toString(), String.join("", options))) {
            if (text.chars().anyMatch(c -> c < ' ') || text.indexOf('\\') >= 0) {
                throw new LaunchException(
                        ErrorCode.USAGE,
                        "--slurm: " + SlurmWords.printable(text)
                                + " (expected: neither '\\' nor control characters, which Slurm would take apart)");
            }
        }
    }

    /** The same for units with these needs. */
    public SlurmTerms needing(UnitNeeds each) {
        return new SlurmTerms(run, workers, slots, each, options, jar, java, directory);
    }

    /** The same for so many workers. */
    SlurmTerms workers(int count) {
        return new SlurmTerms(run, count, slots, needs, options, jar, java, directory);
    }

    /**
     * The options for the resources of one worker: those of all its slots, or a whole node. What the user's options say
     * is left to them.
     */
    List<String> resources() {
        List<String> resources = new ArrayList<>();
        if (slots > 0) {
            resources.add("--cpus-per-task=" + slots * Math.max(1, needs.cpus()));
        }
        if (needs.memoryBytes() > 0 && !tells("--mem")) {
            long mebibytes = (needs.memoryBytes() * slots + MEBIBYTE - 1) / MEBIBYTE;
            resources.add("--mem=" + (slots > 0 ? mebibytes + "M" : "0"));
        }
        if (needs.gpus() > 0 && slots > 0 && !tells("--gpus") && !tells("--gres") && !tells("-G")) {
            resources.add("--gpus-per-task=" + slots * needs.gpus());
        }
        return resources;
    }

    private boolean tells(String option) {
        return options.stream().anyMatch(each -> each.startsWith(option));
    }

    private static String shortName(String option) {
        return option.startsWith("-") ? option.substring(0, Math.min(2, option.length())) : "";
    }

    String jobName() {
        return "sluice-" + run;
    }

    Path logs() {
        return directory.resolve("logs");
    }

    /** The directory that only the user may read. */
    Path secrets() {
        return directory.resolve("private");
    }

    /** The master's default path of its run file, so that the script also serves a master that was started by hand. */
    Path runFile() {
        return secrets().resolve("worker.run");
    }

    /** Path of the jar for the nodes, if they share the run's directory. */
    Path jarCopy() {
        return secrets().resolve("sluice-worker.jar");
    }

    Path script() {
        return directory.resolve("slurm.sh");
    }
}
