package dev.sluice.model.tune;

import dev.sluice.model.Written;
import dev.sluice.model.flow.Host;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;

/**
 * One way to hand out the units of a run, from its first unit to its last.
 *
 * @param weighting what the policy uses in the end
 * @param prefetch as in {@link SchedulerConfig}; automatic for a policy that feeds nothing ahead
 */
public record FixedChoice(
        Policy policy,
        @Written("weights") Weighting weighting,
        @Written(omitted = true) int prefetch) {
    /** Weights matter where the rate of the fastest slot is higher than that of the slowest by this factor. */
    private static final double UNEQUAL = 1.1;

    public FixedChoice {
        weighting = policy.weighting(weighting);
        prefetch = policy.begin().feedsAhead() ? prefetch : SchedulerConfig.AUTO;
    }

    /** The choice in these terms. */
    public static FixedChoice of(SimulationTerms terms) {
        Handout now = terms.handout();
        return new FixedChoice(now.policy(), now.weighting(), now.prefetch());
    }

    /**
     * Every policy with each of the weights that apply to it on these machines, fed ahead automatically and not at all.
     * Equal slots need no weights.
     */
    public static List<FixedChoice> all(World machines) {
        List<FixedChoice> all = new ArrayList<>();
        for (PolicyName policy : PolicyName.values()) {
            for (Weighting weighting : isUnequal(machines) ? Weighting.values() : new Weighting[] {Weighting.EQUAL}) {
                for (int prefetch : new int[] {SchedulerConfig.AUTO, 0}) {
                    FixedChoice choice = new FixedChoice(policy, weighting, prefetch);
                    if (!all.contains(choice)) {
                        all.add(choice);
                    }
                }
            }
        }
        return all;
    }

    private static boolean isUnequal(World machines) {
        DoubleSummaryStatistics speeds =
                machines.computing().stream().mapToDouble(FixedChoice::slotRate).summaryStatistics();
        return speeds.getMax() > UNEQUAL * speeds.getMin();
    }

    private static double slotRate(Host host) {
        return 1 / host.unitSeconds(1);
    }

    /** The terms of a run with this choice. Scripted changes of the hand-out are left out. */
    public SimulationTerms in(SimulationTerms run) {
        return run.with(new Handout(policy, weighting, prefetch, run.handout().speculation()))
                .withScript(run.script().withoutSwitches());
    }

    /** The choice as a user types it: the policy, weights other than equal ones, and a prefetch that is fixed. */
    @Override
    public String toString() {
        String weights = policy.takesWeights() && weighting != Weighting.EQUAL
                ? " weights " + weighting.name().toLowerCase(Locale.ROOT)
                : "";
        return policy + weights + (prefetch == SchedulerConfig.AUTO ? "" : " prefetch " + prefetch);
    }
}
