package dev.sluice.model.pool;

/**
 * Jain's fairness index, (Σx)² / (n·Σx²): 1 if all are equal, 1/n if one has everything. Source: R. Jain, D. Chiu and
 * W. Hawe, "A Quantitative Measure of Fairness and Discrimination for Resource Allocation in Shared Computer Systems",
 * DEC-TR-301, 1984.
 */
public final class JainIndex {
    private JainIndex() {}

    /** The index of these amounts, each divided by its weight beforehand; 1 if all are 0. O(n) */
    public static double of(double... amounts) {
        double sum = 0;
        double squares = 0;
        for (double amount : amounts) {
            sum += amount;
            squares += amount * amount;
        }
        return squares == 0 ? 1 : sum * sum / (amounts.length * squares);
    }
}
