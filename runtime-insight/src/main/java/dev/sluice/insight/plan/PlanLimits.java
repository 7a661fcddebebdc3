package dev.sluice.insight.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The limits that a plan keeps.
 *
 * @param mostHosts limit of hosts with a worker; 0 for no limit
 * @param excluded names of hosts that get nothing
 * @param preferred weights of hosts that are preferred among equals, by name
 * @param unitMemoryBytes memory that a unit needs; 0 if it is not known [bytes]
 * @param masterComputes whether the master's host is a worker too
 * @param minGain least relative gain of the rate by more workers: 0.01 for 1 %
 */
public record PlanLimits(
        int mostHosts,
        Set<String> excluded,
        Map<String, Integer> preferred,
        long unitMemoryBytes,
        boolean masterComputes,
        double minGain) {
    public PlanLimits {
        excluded = Collections.unmodifiableSet(new LinkedHashSet<>(excluded));
        preferred = Collections.unmodifiableMap(new LinkedHashMap<>(preferred));
    }

    /** Without exclusions, preferences and needs. */
    public static PlanLimits of(boolean masterComputes, double minGain) {
        return new PlanLimits(0, Set.of(), Map.of(), 0, masterComputes, minGain);
    }
}
