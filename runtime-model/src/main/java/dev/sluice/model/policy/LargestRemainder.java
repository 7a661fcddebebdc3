package dev.sluice.model.policy;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Divides a whole number in proportion to weights: each part is its quota rounded down, or one more. */
final class LargestRemainder {
    private LargestRemainder() {}

    /**
     * Parts that sum to {@code units}, in the order of the weights. The units left by rounding down go to the largest
     * remainders; ties go to the first.
     *
     * @param weights above 0; not empty
     */
    static long[] parts(long units, List<Double> weights) {
        double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
        int count = weights.size();
        long[] parts = new long[count];
        double[] remainders = new double[count];
        long left = units;
        for (int i = 0; i < count; i++) {
            double quota = units * (weights.get(i) / sum);
            parts[i] = Math.min(left, (long) quota);
            remainders[i] = quota - parts[i];
            left -= parts[i];
        }
        int[] order = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -remainders[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        // More units are left than there are parts only if a double cannot represent the number of units.
        long each = left / count;
        long more = left % count;
        for (int rank = 0; rank < count; rank++) {
            parts[order[rank]] += each + (rank < more ? 1 : 0);
        }
        return parts;
    }
}
