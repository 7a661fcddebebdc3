package dev.sluice.model.predict;

import java.util.Arrays;

/**
 * Interpolates a quantity that is known for some units: linear between neighbours in the order of their indices,
 * constant beyond the first and the last known unit (Mizutani et al., section 3.1). Sums of any range cost O(log
 * known). Immutable.
 */
public final class Interpolation {
    private final long[] indices;
    private final double[] values;

    /** Sum over [indices[0], indices[i]). */
    private final double[] before;

    /**
     * @param indices ascending, one at least
     * @param values values of the units with these indices
     */
    public Interpolation(long[] indices, double[] values) {
        if (indices.length == 0 || indices.length != values.length) {
            throw new IllegalArgumentException(
                    indices.length + " indices, " + values.length + " values (expected: as many, one at least)");
        }
        this.indices = indices.clone();
        this.values = values.clone();
        this.before = new double[indices.length];
        for (int i = 1; i < indices.length; i++) {
            if (indices[i] <= indices[i - 1]) {
                throw new IllegalArgumentException(
                        indices[i] + " after " + indices[i - 1] + " (expected: ascending indices)");
            }
            before[i] = before[i - 1] + partOf(i - 1, indices[i]);
        }
    }

    /** The value of one unit. */
    public double at(long index) {
        int segment = segmentOf(index);
        if (segment < 0 || segment == indices.length - 1) {
            return values[Math.max(0, segment)];
        }
        double along = (double) (index - indices[segment]) / (indices[segment + 1] - indices[segment]);
        return values[segment] + (values[segment + 1] - values[segment]) * along;
    }

    /** The sum over units [from, to). */
    public double sum(long from, long to) {
        return to <= from ? 0 : upTo(to) - upTo(from);
    }

    /** Sum over [indices[0], end); negative for an end before that. */
    private double upTo(long end) {
        int segment = segmentOf(end);
        if (segment < 0) {
            return values[0] * (end - indices[0]);
        }
        return before[segment] + partOf(segment, end);
    }

    /** Sum over [indices[segment], end); the end lies in that segment or after the last known unit. */
    private double partOf(int segment, long end) {
        long count = end - indices[segment];
        if (segment == indices.length - 1) {
            return values[segment] * count;
        }
        double slope = (values[segment + 1] - values[segment]) / (indices[segment + 1] - indices[segment]);
        return count * (values[segment] + slope * (count - 1) / 2);
    }

    /** The last i with indices[i] ≤ index; −1 when the index is before all. */
    private int segmentOf(long index) {
        int found = Arrays.binarySearch(indices, index);
        return found >= 0 ? found : -found - 2;
    }
}
