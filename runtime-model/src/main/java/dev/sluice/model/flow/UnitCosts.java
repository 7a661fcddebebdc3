package dev.sluice.model.flow;

/**
 * Average costs of one unit of an application (model.md §1).
 *
 * @param unitSeconds c_w: compute time of one unit on a fully available slot of speed 1, above 0 [s]
 * @param resultSeconds c_m: time of a master of speed 1 for one result (decode, accept, bookkeeping) [s]
 * @param inputBytes S_in: bytes to a worker, per unit [bytes]
 * @param resultBytes S_out: bytes back, per unit [bytes]
 * @param setupBytes bytes to each worker, once a cycle; not part of the steady rate [bytes]
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
