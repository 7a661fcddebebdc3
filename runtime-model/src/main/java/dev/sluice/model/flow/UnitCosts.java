package dev.sluice.model.flow;

/**
 * What one unit of an application costs, on average (model.md §1).
 *
 * @param unitSeconds c_w: a worker's slot of speed 1, all of it available, computes one unit in so long, above 0 [s]
 * @param resultSeconds c_m: a master of speed 1 takes one result (decode, accept, bookkeeping) in so long [s]
 * @param inputBytes S_in: to a worker, per unit [bytes]
 * @param resultBytes S_out: back, per unit [bytes]
 * @param setupBytes to each worker, once a cycle; no part of the steady rate [bytes]
 */
public record UnitCosts(
        double unitSeconds, double resultSeconds, double inputBytes, double resultBytes, double setupBytes) {
    public UnitCosts {
        if (!(unitSeconds > 0 && unitSeconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("unit time " + unitSeconds + " s (expected: above 0, finite)");
        }
        if (!fits(resultSeconds) || !fits(inputBytes) || !fits(resultBytes) || !fits(setupBytes)) {
            throw new IllegalArgumentException(
                    "result time " + resultSeconds + " s, input " + inputBytes + " bytes, result " + resultBytes
                            + " bytes, setup " + setupBytes + " bytes (expected: none negative, all finite)");
        }
    }

    private static boolean fits(double value) {
        return value >= 0 && value < Double.POSITIVE_INFINITY;
    }
}
