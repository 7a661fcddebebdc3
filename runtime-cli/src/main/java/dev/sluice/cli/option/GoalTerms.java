package dev.sluice.cli.option;

import dev.sluice.insight.plan.PlanLimits;
import dev.sluice.insight.plan.PlanObjective;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the user wants of a plan.
 *
 * @param objective as typed; null: the shortest time if it can be foretold, else the highest rate
 * @param mostHosts limit of hosts with a worker; 0 for no limit
 * @param excluded names of hosts that get nothing
 * @param preferred weights of hosts, by name
 * @param unitMemoryBytes memory that a unit needs; 0 if it is not known [bytes]
 * @param minGain by which the next worker has to raise the rate, as a fraction
 * @param masterComputes whether the master's host gets a worker
 * @param look whether all hosts are looked at over ssh first, or none; null: as the command does
 */
public record GoalTerms(
        @Nullable PlanObjective objective,
        int mostHosts,
        Set<String> excluded,
        Map<String, Integer> preferred,
        long unitMemoryBytes,
        double minGain,
        boolean masterComputes,
        @Nullable Boolean look) {
    /** No wishes. */
    public static final GoalTerms NONE = new GoalTerms(null, 0, Set.of(), Map.of(), 0, 0.01, false, null);

    public GoalTerms {
        excluded = Set.copyOf(excluded);
        preferred = Map.copyOf(preferred);
    }

    /**
     * The limits of a plan.
     *
     * @param unusable hosts that get nothing either
     * @param here whether the master's host computes whatever the user wishes
     */
    public PlanLimits limits(Collection<String> unusable, boolean here) {
        Set<String> left = new TreeSet<>(excluded);
        left.addAll(unusable);
        return new PlanLimits(mostHosts, left, preferred, unitMemoryBytes, masterComputes || here, minGain);
    }

    /**
     * The objective of a plan.
     *
     * @param timed whether the time of the run can be foretold
     * @throws SluiceException if it cannot, and the typed objective needs it
     */
    public PlanObjective objective(boolean timed) {
        if (objective == null) {
            return timed ? new PlanObjective.Time() : new PlanObjective.Rate();
        }
        if (objective.needsUnits() && !timed) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--goal: " + objective.text()
                            + " of a run of unknown length (expected: --units N, a prediction, or rate)");
        }
        return objective;
    }

    /**
     * Refuses names of hosts that do not exist, as a misspelt exclusion would exclude nothing.
     *
     * @param where the hosts come from, for the message
     */
    public void check(Collection<String> hosts, String where) {
        check("--goal exclude", excluded, hosts, where);
        check("--goal prefer", preferred.keySet(), hosts, where);
    }

    private static void check(String option, Set<String> named, Collection<String> hosts, String where) {
        for (String host : new TreeSet<>(named)) {
            if (!hosts.contains(host)) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        option + ": " + host + " (expected: one of the " + hosts.size() + " hosts of " + where + ")");
            }
        }
    }
}
