package dev.sluice.model.predict;

/**
 * Which units of a cycle are executed: evenly spaced, both ends included (Mizutani et al., section 3.1: 1, 4, 7, 10).
 * Refined by three, so that all units of one refinement are in the next, and so that the spacing shares no factor with
 * the sides of a picture, which are mostly even: units numbered row by row would otherwise be taken from a few columns
 * only. Immutable.
 */
public final class SampleIndices {
    private static final int REFINEMENT = 3;

    private final long units;
    private final long steps;

    private SampleIndices(long units, long steps) {
        this.units = units;
        this.steps = steps;
    }

    /** The coarsest: four units, or all when there are no more; none of an empty cycle. */
    public static SampleIndices coarsest(long units) {
        return spaced(units, REFINEMENT);
    }

    /** So many units, or all when there are no more. */
    public static SampleIndices evenly(long units, int count) {
        if (count < 2) {
            throw new IllegalArgumentException("a sample of " + count + " units (expected: 2 or more)");
        }
        return spaced(units, count - 1);
    }

    private static SampleIndices spaced(long units, long steps) {
        if (units < 0) {
            throw new IllegalArgumentException(units + " units (expected: 0 or more)");
        }
        return new SampleIndices(units, Math.min(steps, Math.max(0, units - 1)));
    }

    /** With two more between any two neighbours, or all. */
    public SampleIndices finer() {
        return spaced(units, steps * REFINEMENT);
    }

    /** How many units there are in the cycle. */
    public long units() {
        return units;
    }

    /** How many of them are in the sample. */
    public int count() {
        return units == 0 ? 0 : Math.toIntExact(steps + 1);
    }

    /** Whether every unit of the cycle is in it. */
    public boolean isEverything() {
        return count() == units;
    }

    /**
     * The sample's units in ascending order: ⌊i·(units − 1)/steps⌋, without overflow.
     *
     * @param i 0 ≤ i < count
     */
    public long index(int i) {
        if (i < 0 || i >= count()) {
            throw new IndexOutOfBoundsException(i + " (expected: 0 to " + (count() - 1) + ")");
        }
        if (steps == 0) {
            return 0;
        }
        long last = units - 1;
        return last / steps * i + last % steps * i / steps;
    }
}
