package dev.sluice.model.schedule;

import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import java.util.Locale;

/**
 * How units are handed out. A run may change it at any time by {@link Event.HandoutChanged}.
 *
 * @param policy sizes chunks
 * @param weighting weights for policies that have none of their own
 * @param prefetch chunks a slot holds beyond the one it computes; {@link SchedulerConfig#AUTO} computes it from round
 *     trip and unit time
 * @param speculation units of a cycle that may be copied in its tail, in percent, rounded up to a unit; 0 for none
 */
public record Handout(Policy policy, Weighting weighting, int prefetch, int speculation) {
    /** The hand-out of a run without options. */
    public static final Handout DEFAULT =
            new Handout(PolicyName.DEFAULT, Weighting.EQUAL, SchedulerConfig.AUTO, SchedulerConfig.DEFAULT_SPECULATION);

    public Handout {
        if (prefetch < SchedulerConfig.AUTO || prefetch > FeedAhead.MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "--prefetch: " + prefetch + " (expected: auto, or 0 to " + FeedAhead.MAX_DEPTH + ")");
        }
        if (speculation < 0 || speculation > 100) {
            throw new IllegalArgumentException("--speculation: " + speculation + " (expected: 0 to 100)");
        }
    }

    /** The same with this policy. */
    public Handout with(Policy other) {
        return new Handout(other, weighting, prefetch, speculation);
    }

    /** The same below a sub-master. */
    public Handout below() {
        return with(policy.below());
    }

    /** The same with these weights, for policies without their own. */
    public Handout with(Weighting other) {
        return new Handout(policy, other, prefetch, speculation);
    }

    /** The same with copies of at most so many units [% of a cycle's]. */
    public Handout copying(int percent) {
        return new Handout(policy, weighting, prefetch, percent);
    }

    /** The weights that the policy uses. */
    public Weighting used() {
        return policy.weighting(weighting);
    }

    /** The hand-out in the words of the command line, without copies. */
    public String words() {
        return policy.name() + ", weights " + weighting.name().toLowerCase(Locale.ROOT) + ", prefetch "
                + (prefetch == SchedulerConfig.AUTO ? "auto" : prefetch);
    }

    /** The same words, with copies. */
    public String allWords() {
        return words() + ", speculation " + speculation + " %";
    }
}
