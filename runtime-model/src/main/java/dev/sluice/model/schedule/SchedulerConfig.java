package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import java.util.random.RandomGenerator;

/**
 * Configuration of a scheduler.
 *
 * @param handout how units are handed out at first
 * @param maxFailures distinct workers on which a unit may fail before it is given up, at least 1
 * @param leaseNanos how long a worker may be silent [ns]
 * @param nonces draws the nonce of each assignment
 * @param plannedMeanSeconds time of a unit on the mean of all planned slots, for {@link Weighting#PLANNED} [s]; 0
 *     without a plan. The times of single workers come with {@link Event.WorkerJoined}
 * @param resources of the run, which all its units divide
 */
public record SchedulerConfig(
        Handout handout,
        int maxFailures,
        long leaseNanos,
        RandomGenerator nonces,
        double plannedMeanSeconds,
        Amounts resources) {
    /** Computes the prefetch from measurements: d = 1 + ⌈r/t⌉. */
    public static final int AUTO = -1;

    /** The greatest prefetch. */
    public static final int MAX_PREFETCH = FeedAhead.MAX_DEPTH;

    /** Maximum time for which a result waits to share a message, while its slot has more to compute [ns]. */
    public static final long BATCHING_NANOS = 10_000_000L;

    /** Maximum number of units whose results a slot holds back to send them together. */
    public static final int BATCH_UNITS = 256;

    /** How long shares are reserved for workers that are starting [ns]. */
    public static final long EXPECT_NANOS = 20_000_000_000L;

    /** Up to 5 % extra work. */
    public static final int DEFAULT_SPECULATION = 5;

    public SchedulerConfig {
        if (maxFailures < 1 || leaseNanos < 1) {
            throw new IllegalArgumentException(
                    "failures " + maxFailures + ", lease " + leaseNanos + " ns (expected: at least 1)");
        }
        if (!(plannedMeanSeconds >= 0 && plannedMeanSeconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "planned units of " + plannedMeanSeconds + " s (expected: 0 or more, and finite)");
        }
    }

    /** Configures a run without resources of its own. */
    public SchedulerConfig(
            Handout handout, int maxFailures, long leaseNanos, RandomGenerator nonces, double plannedMeanSeconds) {
        this(handout, maxFailures, leaseNanos, nonces, plannedMeanSeconds, Amounts.NONE);
    }

    /** Configures equal slot weights, unless the policy has weights of its own, and no copies. */
    public SchedulerConfig(PolicyName policy, int prefetch, int maxFailures, long leaseNanos, RandomGenerator nonces) {
        this(new Handout(policy, Weighting.EQUAL, prefetch, 0), maxFailures, leaseNanos, nonces, 0);
    }
}
