package dev.sluice.model.predict;

import dev.sluice.model.Written;

/**
 * The values into which results are combined, as a sample shows them: the size of the combination of m results is v0 +
 * v1·m.
 *
 * @param bytes v0 [bytes]
 * @param bytesPerUnit v1; 0 if the size does not grow [bytes]
 * @param mergeSeconds time to merge two values [s]
 */
public record CombinedValue(
        @Written("valueBytes") double bytes,
        @Written("valueBytesPerUnit") double bytesPerUnit,
        double mergeSeconds) {
    /** Results are not combined. */
    public static final CombinedValue NONE = new CombinedValue(0, 0, 0);

    /** The sizes as a line through that of one result, and that of {@code merged} results together. */
    public static CombinedValue of(double oneBytes, double allBytes, int merged, double mergeSeconds) {
        double each = merged > 1 ? Math.max(0, (allBytes - oneBytes) / (merged - 1)) : 0;
        return new CombinedValue(Math.max(0, oneBytes - each), each, mergeSeconds);
    }

    /** Size of the combination of so many results [bytes]. */
    public double bytes(double results) {
        return bytes + bytesPerUnit * results;
    }
}
