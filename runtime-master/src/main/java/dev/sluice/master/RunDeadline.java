package dev.sluice.master;

import dev.sluice.model.Amount;

/**
 * Ends a run before a time: no unit begins that would not end by then, if it takes as long as 95 % of the units so far.
 * Units that run are finished and delivered. Confined to the master loop.
 */
final class RunDeadline {
    /** Exit code of a run that was ended so, as of {@code timeout}. */
    static final int EXIT_CODE = 124;

    private static final double SHARE = 0.95;
    private static final long LOOK_NANOS = 1_000_000_000L;

    private final RunCore core;
    private final RunCourse course;
    private final long untilNanos;

    /** @param untilNanos by the loop's clock [ns] */
    RunDeadline(RunCore core, RunCourse course, long untilNanos) {
        this.core = core;
        this.course = course;
        this.untilNanos = untilNanos;
    }

    /** Looks now, and again until the run is stopped or over. */
    void look() {
        if (core.over() || core.stopping()) {
            return;
        }
        long usual = core.longUnits().quantileNanos(SHARE);
        long left = untilNanos - usual - core.nanoTime();
        if (left > 0) {
            core.loop().schedule(Math.min(LOOK_NANOS, left), this::look);
            return;
        }
        String why = usual == 0
                ? "the time is over, and none has ended yet"
                : "95 % of the units so far took at most " + Amount.number(usual / 1e9) + " s";
        core.recording().changed("run", "no unit begins any more", why, "");
        core.listener().tuned("until", "no unit begins any more", why);
        course.stop(EXIT_CODE);
    }
}
