package dev.sluice.model.schedule;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;

/**
 * How units are handed out. A run may change it at any time by {@link Event.HandoutChanged}.
 *
 * @param policy sizes chunks
 * @param weighting weights for policies that have none of their own
 * @param prefetch chunks a slot holds beyond the one it computes; {@link SchedulerConfig#AUTO} computes it from round
 *     trip and unit time
 * @param speculation units of a cycle that may be copied in its tail, in percent, rounded up to a unit; 0 for none
 */
public record Handout(PolicyName policy, Weighting weighting, int prefetch, int speculation) {
    public Handout {
        if (prefetch < SchedulerConfig.AUTO || prefetch > FeedAhead.MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "--prefetch: " + prefetch + " (expected: auto, or 0 to " + FeedAhead.MAX_DEPTH + ")");
        }
        if (speculation < 0 || speculation > 100) {
            throw new IllegalArgumentException("--speculation: " + speculation + " (expected: 0 to 100)");
        }
    }
}
