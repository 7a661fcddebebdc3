package dev.sluice.launch.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The Slurm allocation in which this process runs, from its environment variables.
 *
 * @param job its number
 * @param cpus of each node, in the order of the nodes
 */
record SlurmAllocation(String job, List<Integer> cpus) {
    /** {@code 2(x3),4}: three nodes with two, one with four. */
    private static final Pattern CPUS = Pattern.compile("([0-9]{1,6})(?:\\(x([0-9]{1,6})\\))?");

    /** Null outside of an allocation. */
    static @Nullable SlurmAllocation of(Map<String, String> environment) {
        String job = environment.getOrDefault("SLURM_JOB_ID", "");
        if (!job.matches("[0-9]{1,12}")) {
            return null;
        }
        List<Integer> cpus = new ArrayList<>();
        for (String part :
                environment.getOrDefault("SLURM_JOB_CPUS_PER_NODE", "").split(",", -1)) {
            Matcher matcher = CPUS.matcher(part);
            if (matcher.matches()) {
                int times = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
                for (int i = 0; i < times; i++) {
                    cpus.add(Integer.parseInt(matcher.group(1)));
                }
            }
        }
        return new SlurmAllocation(job, cpus);
    }

    /** Processors of the first nodes together. */
    int cpusOf(int nodes) {
        return cpus.stream().limit(nodes).mapToInt(Integer::intValue).sum();
    }
}
