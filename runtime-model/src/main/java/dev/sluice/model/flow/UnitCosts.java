package dev.sluice.model.flow;

import dev.sluice.model.ResultsKind;

/**
 * Average costs of one unit of an application (model.md §1).
 *
 * @param unitSeconds c_w: compute time of one unit on a fully available slot of speed 1, above 0 [s]
 * @param resultSeconds c_m: time of a master of speed 1 for one result (decode, accept, bookkeeping) [s]
 * @param inputBytes S_in: bytes to a worker, per unit [bytes]
 * @param resultBytes S_out: bytes of one unit's result, also where results are combined [bytes]
 * @param setupBytes bytes to each worker, once a cycle; not part of the steady rate [bytes]
 * @param results how results return
 * @param valueBytes size of a worker's combined value; used for {@link ResultsKind#ACCUMULATED} only [bytes]
 * @param mergeSeconds time of a master of speed 1 to merge one such value [s]
 * @param cpuShare share of a unit's time in which it uses its processor, 0 to 1; the rest is not slowed by load
 */
public record UnitCosts(
        double unitSeconds,
        double resultSeconds,
        double inputBytes,
        double resultBytes,
        double setupBytes,
        ResultsKind results,
        double valueBytes,
        double mergeSeconds,
        double cpuShare) {
    public UnitCosts {
        if (!(unitSeconds > 0 && unitSeconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("unit time " + unitSeconds + " s (expected: above 0, finite)");
        }
        if (!fits(resultSeconds) || !fits(inputBytes) || !fits(resultBytes) || !fits(setupBytes)) {
            throw new IllegalArgumentException(
                    "result time " + resultSeconds + " s, input " + inputBytes + " bytes, result " + resultBytes
                            + " bytes, setup " + setupBytes + " bytes (expected: none negative, all finite)");
        }
        if (!fits(valueBytes) || !fits(mergeSeconds)) {
            throw new IllegalArgumentException("combined value " + valueBytes + " bytes, merge time " + mergeSeconds
                    + " s (expected: none negative, all finite)");
        }
        if (!(cpuShare >= 0 && cpuShare <= 1)) {
            throw new IllegalArgumentException("share of a processor " + cpuShare + " (expected: 0 to 1)");
        }
    }

    /** Costs of units that compute all the time, and whose results return one by one. */
    public UnitCosts(
            double unitSeconds, double resultSeconds, double inputBytes, double resultBytes, double setupBytes) {
        this(unitSeconds, resultSeconds, inputBytes, resultBytes, setupBytes, ResultsKind.EACH, 0, 0, 1);
    }

    private static boolean fits(double value) {
        return value >= 0 && value < Double.POSITIVE_INFINITY;
    }
}
