package dev.sluice.benchmarks.papers;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The times of one application in one environment, under each policy of the paper with each of the weights, and under
 * AWF.
 *
 * @param seconds by way of handing out [s]
 * @param awfSeconds under AWF [s]
 * @param awfFiner the same with finer units [s]
 */
record PolicyTrials(
        PaperApplication application,
        String environment,
        Map<Way, Double> seconds,
        double awfSeconds,
        double awfFiner) {
    /** The factor of "more units". */
    private static final double FINER = 4;

    private static final List<PolicyName> POLICIES =
            List.of(PolicyName.SS, PolicyName.FSC, PolicyName.TSS, PolicyName.GSS, PolicyName.FAC, PolicyName.FIXED);

    /** A way of handing out units. */
    record Way(PolicyName policy, Weighting weighting, boolean finer) {
        static Way of(PolicyName policy, Weighting weighting) {
            return new Way(policy, weighting, false);
        }

        @Override
        public String toString() {
            String weights =
                    weighting == Weighting.EQUAL ? "" : " " + weighting.name().toLowerCase(Locale.ROOT);
            return policy + weights + (finer ? ", more units" : "");
        }
    }

    /** All ways. SS has no use for weights. */
    static List<Way> ways() {
        List<Way> ways = new ArrayList<>();
        for (boolean finer : new boolean[] {false, true}) {
            for (PolicyName policy : POLICIES) {
                for (Weighting weighting : Weighting.values()) {
                    if (policy != PolicyName.SS || weighting == Weighting.EQUAL) {
                        ways.add(new Way(policy, weighting, finer));
                    }
                }
            }
        }
        return ways;
    }

    /** Simulates all ways. */
    static PolicyTrials of(PaperApplication application, Environment environment) {
        Workload units = application.workload();
        Workload more = application.finer(FINER);
        World machines = environment.machines();
        Map<Way, Double> seconds = new LinkedHashMap<>();
        for (Way way : ways()) {
            SimulationTerms terms = SimulationTerms.DEFAULT
                    .withResults(application.results())
                    .withPolicy(way.policy())
                    .withWeighting(way.weighting());
            seconds.put(
                    way,
                    SimulatedRuns.of(way.finer() ? more : units, machines, terms)
                            .seconds());
        }
        SimulationTerms awf = SimulationTerms.DEFAULT.withPolicy(PolicyName.AWF).withResults(application.results());
        return new PolicyTrials(
                application,
                environment.name(),
                seconds,
                SimulatedRuns.of(units, machines, awf).seconds(),
                SimulatedRuns.of(more, machines, awf).seconds());
    }

    /** The time of a way [s]. */
    double of(Way way) {
        Double found = seconds.get(way);
        if (found == null) {
            throw new IllegalArgumentException(way + " was not simulated (expected: one of " + ways() + ")");
        }
        return found;
    }

    double of(PolicyName policy, Weighting weighting) {
        return of(Way.of(policy, weighting));
    }

    double of(PolicyName policy, Weighting weighting, boolean finer) {
        return of(new Way(policy, weighting, finer));
    }

    /** The shortest time of units of this size [s]. */
    double best(boolean finer) {
        return seconds.entrySet().stream()
                .filter(each -> each.getKey().finer() == finer)
                .mapToDouble(Map.Entry::getValue)
                .min()
                .orElseThrow();
    }

    /** The way with the shortest time of units of this size. */
    Way bestWay(boolean finer) {
        return seconds.entrySet().stream()
                .filter(each -> each.getKey().finer() == finer)
                .min(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    /** The time that AWF takes longer than the best way, with the worse of both sizes of units. */
    double regret() {
        return Math.max(awfSeconds / best(false) - 1, awfFiner / best(true) - 1);
    }

    /** Application and environment. */
    String name() {
        return application.words() + ", " + environment;
    }
}
