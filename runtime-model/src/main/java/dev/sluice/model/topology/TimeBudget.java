package dev.sluice.model.topology;

import java.util.Locale;

/**
 * The time of a discovery: what users were told, and what it may take at most. What was told is corrected once, when
 * each host was measured alone, and later only where tests are left that were never made. Each test may take its share
 * of the time that is left. Reads no clock. Confined to its discovery.
 */
final class TimeBudget {
    /** Trials of a test on a quiet network, and on one where trials are slowed down. */
    private static final int QUIET_TRIALS = 7;

    private static final int NOISY_TRIALS = 15;

    /** Least number of trials that tell the usual time of one. */
    private static final int TELLING = 6;

    /** Trials of a test that is made after the time that was told. */
    private static final int LATE_TRIALS = 4;

    /** Tests that may still come, whatever is planned. */
    private static final int LEAST_LEFT = 3;

    private final DiscoveryPlan plan;
    private double now;
    private int probes;
    private boolean corrected;

    /** True when a later end was told, so that there is time for tests only that were never made. */
    private boolean extended;

    private Duration told;

    /**
     * A duration that users are told.
     *
     * @param seconds from the beginning to the end [s]
     * @param why it differs from what was told before; empty at the beginning
     */
    record Duration(double seconds, String why) {}

    TimeBudget(DiscoveryPlan plan) {
        this.plan = plan;
        this.told = new Duration(Math.min(plan.alikeSeconds(), plan.mostSeconds()), "");
    }

    /** Sets the time since the beginning [s], in which so many probes were made. */
    void at(double seconds, int made) {
        now = seconds;
        probes = made;
    }

    Duration told() {
        return told;
    }

    private double perTrial() {
        return probes < TELLING ? plan.trialSeconds() : now / probes;
    }

    private int left(int tests) {
        return Math.max(LEAST_LEFT, plan.alikeTests() + LEAST_LEFT - tests);
    }

    /** Corrects what was told, by the trials so far. The first call counts. */
    void correct(int tests, double disturbed, boolean quiet, double slowestBytesPerSecond) {
        if (corrected) {
            return;
        }
        corrected = true;
        int trials = quiet ? QUIET_TRIALS : NOISY_TRIALS;
        String why = String.format(
                Locale.ROOT,
                "a trial takes %.2f s, the slowest way carries %.1f Mbit/s, and %.0f %% of the trials were slowed down",
                perTrial(),
                slowestBytesPerSecond * 8e-6,
                100 * disturbed);
        tell(now + left(tests) * trials * perTrial(), why);
    }

    private void tell(double seconds, String why) {
        told = new Duration(Math.min(seconds, plan.mostSeconds()), why);
    }

    /** True if a trial would end after the longest time. */
    boolean over() {
        return now + perTrial() > plan.mostSeconds();
    }

    /** True if a trial would end after this part of the time that was told, or if a later end was told. */
    boolean late(double part) {
        return extended || now + perTrial() > part * told.seconds;
    }

    /** Tells a later end if a trial of a test that was never made would end after the time that was told. */
    void extend(int tests, Phase phase) {
        if (now + perTrial() <= told.seconds) {
            return;
        }
        extended = true;
        double more = left(tests) * LATE_TRIALS * perTrial();
        tell(
                now + more,
                String.format(
                        Locale.ROOT, "not all of '%s' is measured yet, and a trial takes %.2f s", phase, perTrial()));
    }

    /** The number of trials that a test may have. */
    int trials(int tests) {
        double share = (told.seconds - now) / perTrial() / left(tests);
        return (int) Math.max(LATE_TRIALS, 2 * share);
    }
}
