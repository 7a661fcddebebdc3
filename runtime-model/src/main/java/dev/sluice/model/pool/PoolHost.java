package dev.sluice.model.pool;

/**
 * A host of the pool.
 *
 * @param name unique in the pool
 * @param slots number of slots that its agent offers
 * @param step slots that only one run can have together: 1 if the agent starts a worker with any number of slots, all
 *     of the host's if runs get it whole; a divisor of {@code slots}
 * @param speed relative to a reference host; faster hosts are given first, but all slots count alike
 * @param closed the host is drained: its workers finish, and it gets no new ones
 */
public record PoolHost(String name, int slots, int step, double speed, boolean closed) {
    public PoolHost {
        if (slots < 0 || step < 1 || slots % step != 0) {
            throw new IllegalArgumentException(
                    name + ": " + slots + " slots in steps of " + step + " (expected: a multiple of the step)");
        }
        if (!(speed > 0 && speed < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + ": speed " + speed + " (expected: above 0)");
        }
    }

    /** An open host of the reference speed, whose slots can go to different runs. */
    public PoolHost(String name, int slots) {
        this(name, slots, 1, 1, false);
    }
}
