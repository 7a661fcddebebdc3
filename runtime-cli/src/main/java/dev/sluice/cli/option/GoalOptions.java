package dev.sluice.cli.option;

import dev.sluice.insight.plan.PlanObjective;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which a user says what a plan is to be best at, and what it must keep to. */
public final class GoalOptions {
    private static final int MOST_WEIGHT = 1_000;

    @Option(
            names = "--objective",
            paramLabel = "GOAL",
            description = "what the plan is to be best at: time, deadline=TIME (such as deadline=10m, with the "
                    + "fewest worker-seconds), worker-seconds (within twice the shortest time), or rate (default: "
                    + "time if the length of the run is known, else rate)")
    @Nullable
    String objective;

    @Option(names = "--most-hosts", paramLabel = "N", description = "plan workers on at most N hosts (default: any)")
    @Nullable
    Integer mostHosts;

    @Option(
            names = "--exclude",
            paramLabel = "HOST",
            split = ",",
            description = "plan neither master nor worker on this host; repeatable")
    List<String> exclude = List.of();

    @Option(
            names = "--prefer",
            paramLabel = "HOST[=WEIGHT]",
            split = ",",
            description = "plan a worker on this host unless that costs more than 3 percent; of several, greater "
                    + "weights first (default weight: 1); repeatable")
    List<String> prefer = List.of();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "memory that a unit needs, such as 3G: a host gets no more slots than fit into nine tenths "
                    + "of its free memory, as seen now or else as forecast")
    @Nullable
    String memory;

    /** Concludes the options; a usage error for values that cannot be. */
    public GoalTerms terms() {
        Integer most = mostHosts;
        if (most != null && most < 1) {
            throw new SluiceException(ErrorCode.USAGE, "--most-hosts: " + most + " (expected: at least 1)");
        }
        Set<String> excluded = new TreeSet<>(exclude);
        Map<String, Integer> preferred = preferred();
        for (String host : preferred.keySet()) {
            if (excluded.contains(host)) {
                throw new SluiceException(
                        ErrorCode.USAGE, "--prefer: " + host + ", which is excluded (expected: one of the two)");
            }
        }
        return new GoalTerms(
                objective == null ? null : PlanObjective.parse("--objective", objective),
                most == null ? 0 : most,
                excluded,
                preferred,
                memory == null ? 0 : (long) Quantity.SPACE.of("--memory", memory));
    }

    private Map<String, Integer> preferred() {
        Map<String, Integer> weights = new LinkedHashMap<>();
        for (String typed : prefer) {
            String[] parts = typed.split("=", 2);
            String weight = parts.length == 1 ? "1" : parts[1];
            if (parts[0].isEmpty() || !weight.matches("[0-9]{1,4}") || !isWeight(Integer.parseInt(weight))) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        "--prefer: " + typed + " (expected: HOST or HOST=WEIGHT, with a weight of 1 to " + MOST_WEIGHT
                                + ")");
            }
            weights.put(parts[0], Integer.parseInt(weight));
        }
        return weights;
    }

    private static boolean isWeight(int weight) {
        return weight >= 1 && weight <= MOST_WEIGHT;
    }
}
