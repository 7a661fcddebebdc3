package dev.sluice.benchmarks.balance;

/**
 * A host that may compute a strip.
 *
 * @param cellSeconds P_i: time of one cell as it is forecast, with what is available of the processor; infinite for a
 *     host that cannot compute [s]
 * @param memoryCells cells for which it has free memory; infinite if unknown
 */
public record StripHost(String name, double cellSeconds, double memoryCells) {
    public StripHost {
        if (!(cellSeconds > 0 && memoryCells >= 0)) {
            throw new IllegalArgumentException("host " + name + ": " + cellSeconds + " s for a cell, memory for "
                    + memoryCells + " cells (expected: above 0, not negative)");
        }
    }
}
