package dev.sluice.worker;

import dev.sluice.net.message.Registered;

/** How long a worker looks for a lost master. Confined to the worker loop. */
final class SearchTimes {
    /**
     * How long a worker looks for a lost master when its launcher is gone too, and no master can take the run over
     * [ns]. Most likely both ended together.
     */
    private static final long LET_GO_NANOS = 5_000_000_000L;

    private final long reconnectNanos;
    private long leaseNanos;
    private long orphanNanos;

    /** @param reconnectNanos the least time [ns] */
    SearchTimes(long reconnectNanos) {
        this.reconnectNanos = reconnectNanos;
    }

    /** Records the terms of a master. */
    void registered(Registered answer) {
        leaseNanos = answer.leaseNanos();
        orphanNanos = answer.orphanNanos();
    }

    /** The time of a search [ns]. */
    long nanos() {
        return Math.max(Math.max(leaseNanos, orphanNanos), reconnectNanos);
    }

    /** The time of a search when the launcher is gone too [ns]. */
    long withoutLauncherNanos() {
        return orphanNanos > 0 ? orphanNanos : LET_GO_NANOS;
    }
}
