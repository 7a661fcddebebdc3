package dev.sluice.model.pool;

/**
 * A run of the pool, as the division of slots sees it.
 *
 * @param id unique in the pool; of equal runs, the one earlier in the list is served first
 * @param weight share relative to other runs of the same priority, above 0
 * @param priority runs of a higher priority are served first
 * @param limits least and greatest number of slots
 * @param backlogUnits units that are not finished and could be computed now, running ones included
 * @param moreComes whether later cycles may bring more units; if not, slots without a unit leave at once
 * @param curve rate by number of slots, from the flow model, the simulator or the run itself
 * @param unitNanos mean time of a unit on a slot; 0 if unknown
 */
public record PoolRun(
        String id,
        double weight,
        int priority,
        Limits limits,
        long backlogUnits,
        boolean moreComes,
        GainCurve curve,
        long unitNanos) {
    public PoolRun {
        if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(id + ": weight " + weight + " (expected: above 0)");
        }
        if (backlogUnits < 0 || unitNanos < 0) {
            throw new IllegalArgumentException(
                    id + ": " + backlogUnits + " units of " + unitNanos + " ns (expected: at least 0)");
        }
    }

    /**
     * Limits of a run.
     *
     * @param least slots that the run keeps even without work, if higher priorities and the reserve leave them
     * @param most the run never gets more
     */
    public record Limits(int least, int most) {
        /** No limits. */
        public static final Limits NONE = new Limits(0, Integer.MAX_VALUE);

        public Limits {
            if (least < 0 || most < least) {
                throw new IllegalArgumentException("limits " + least + " to " + most + " (expected: 0 ≤ least ≤ most)");
            }
        }
    }
}
