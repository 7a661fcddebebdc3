package dev.sluice.net.parent;

import java.util.random.RandomGenerator;

/**
 * The waiting time between two tries to connect. It has full jitter, so that the workers of a lost master do not come
 * back at the same time. The n-th wait is uniform in [0, min(cap, base · 2ⁿ)), and never under a quarter of the base.
 * Confined to the worker loop.
 */
final class Backoff {
    private static final long BASE_NANOS = 50_000_000L;
    private static final long CAP_NANOS = 2_000_000_000L;

    private final RandomGenerator random;
    private int tries;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /** The next wait [ns]. */
    long nextNanos() {
        long ceiling = Math.min(CAP_NANOS, BASE_NANOS << Math.min(tries, 10));
        tries++;
        return Math.max(BASE_NANOS / 4, random.nextLong(ceiling));
    }

    /** Resets after a session was opened: the next loss starts with short waits again. */
    void reset() {
        tries = 0;
    }
}
