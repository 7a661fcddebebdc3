package dev.sluice.model.ledger;

/**
 * The units of a run's usual cycle: of the largest among the cycles of at most as many units as slots, if those took
 * more than half of the time, and of the largest cycle otherwise. A short first cycle of many units hides nothing so.
 * Confined to its owner.
 */
public final class UsualUnits {
    private long few;
    private long fewNanos;
    private long many;
    private long manyNanos;

    public UsualUnits() {}

    public UsualUnits(UsualUnits other) {
        few = other.few;
        fewNanos = other.fewNanos;
        many = other.many;
        manyNanos = other.manyNanos;
    }

    /**
     * A cycle has ended, or is told so far.
     *
     * @param slots in that cycle
     * @param nanos it took [ns]
     */
    public void add(long units, double slots, long nanos) {
        if (units <= slots) {
            few = Math.max(few, units);
            fewNanos += nanos;
        } else {
            many = Math.max(many, units);
            manyNanos += nanos;
        }
    }

    /** The units of the usual cycle; 0 before the first. */
    public long units() {
        return fewNanos > manyNanos ? few : Math.max(few, many);
    }
}
