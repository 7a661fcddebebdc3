package dev.sluice.model.predict;

/**
 * The units of a cycle to execute: evenly spaced, both ends included (Mizutani et al., section 3.1: 1, 4, 7, 10). A
 * refinement divides the spacing by three, so that it contains all units of the previous one. Powers of three share no
 * factor with the sides of a picture, which are mostly even; with a common factor, units numbered row by row would come
 * from a few columns only. Immutable.
 */
public final class SampleIndices {
    private static final int REFINEMENT = 3;

    private final long units;
    private final long steps;

    private SampleIndices(long units, long steps) {
        this.units = units;
        this.steps = steps;
    }

    /** The coarsest sample: four units, or all if there are fewer; none of an empty cycle. */
    public static SampleIndices coarsest(long units) {
        return spaced(units, REFINEMENT);
    }

    /** A sample of {@code count} units, or all if there are fewer. */
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

    /** Adds two units between any two neighbours, or as many as there are. */
    public SampleIndices finer() {
        return spaced(units, steps * REFINEMENT);
    }

    /** Number of units in the cycle. */
    public long units() {
        return units;
    }

    /** Number of units in the sample. */
    public int count() {
        return units == 0 ? 0 : Math.toIntExact(steps + 1);
    }

    /** True if the sample contains every unit of the cycle. */
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
