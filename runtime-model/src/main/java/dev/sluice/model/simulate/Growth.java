package dev.sluice.model.simulate;

/**
 * Units that an open cycle gets while it runs.
 *
 * @param units how many, at least 1
 * @param after so many units of the cycle are finished before; negative if a source gives them
 * @param nanos the source does not give them before, since the start of the run [ns]; 0 if it gives them when asked
 */
public record Growth(long units, long after, long nanos) {
    public Growth {
        if (units < 1 || nanos < 0) {
            throw new IllegalArgumentException(
                    units + " units at " + nanos + " ns (expected: at least 1, not before the start)");
        }
    }

    /** True if results bring them. */
    public boolean followsResults() {
        return after >= 0;
    }
}
