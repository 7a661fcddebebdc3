package dev.sluice.model.schedule;

import java.util.List;

/**
 * Units [firstUnit, firstUnit + units) of one {@link AttemptRun}, named by the attempt of the first of them and the
 * run's nonce.
 */
public record HeldUnits(long attempt, long nonce, long firstUnit, long units) {
    public HeldUnits {
        if (attempt < 1 || firstUnit < 0 || units < 1 || firstUnit + units < 0) {
            throw new IllegalArgumentException(
                    "held units: attempt " + attempt + ", [" + firstUnit + ", +" + units + ") (expected: positive)");
        }
    }

    /** The total number of units. */
    public static long sum(List<HeldUnits> all) {
        long sum = 0;
        for (HeldUnits held : all) {
            sum += held.units;
        }
        return sum;
    }

    /** One past the last unit. */
    public long endUnit() {
        return firstUnit + units;
    }

    @Override
    public String toString() {
        return "[" + firstUnit + "," + endUnit() + ")#" + attempt;
    }
}
