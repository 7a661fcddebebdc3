package dev.sluice.model.flow;

import dev.sluice.model.ResultsKind;

/**
 * Average costs of one unit of an application.
 *
 * @param unitSeconds c_w: compute time of one unit on a fully available slot of speed 1, above 0 [s]
 * @param resultSeconds c_m: time of a master of speed 1 for one result (decode, accept, bookkeeping) [s]
 * @param inputBytes S_in: bytes to a worker, per unit [bytes]
 * @param resultBytes S_out: bytes of one unit's result, also where results are combined [bytes]
 * @param setupBytes bytes to each worker, once a cycle; not part of the steady rate [bytes]
 * @param back how results return
 * @param cpuShare share of a unit's time in which it uses its processor, 0 to 1; the rest is not slowed by load
 * @param mix of units that need other than one slot
 */
public record UnitCosts(
        double unitSeconds,
        double resultSeconds,
        double inputBytes,
        double resultBytes,
        double setupBytes,
        Return back,
        double cpuShare,
        UnitMix mix) {
    /**
     * How results return.
     *
     * @param valueBytes size of a worker's combined value; used for {@link ResultsKind#ACCUMULATED} only [bytes]
     * @param mergeSeconds time of a master of speed 1 to merge one such value [s]
     */
    public record Return(ResultsKind results, double valueBytes, double mergeSeconds) {
        private static final Return EACH = new Return(ResultsKind.EACH, 0, 0);

        public Return {
            if (!fits(valueBytes) || !fits(mergeSeconds)) {
                throw new IllegalArgumentException("combined value " + valueBytes + " bytes, merge time " + mergeSeconds
                        + " s (expected: none negative, all finite)");
            }
        }
    }

    public UnitCosts {
        if (!(unitSeconds > 0 && unitSeconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("unit time " + unitSeconds + " s (expected: above 0, finite)");
        }
        if (!fits(resultSeconds) || !fits(inputBytes) || !fits(resultBytes) || !fits(setupBytes)) {
            throw new IllegalArgumentException(
                    "result time " + resultSeconds + " s, input " + inputBytes + " bytes, result " + resultBytes
                            + " bytes, setup " + setupBytes + " bytes (expected: none negative, all finite)");
        }
        if (!(cpuShare >= 0 && cpuShare <= 1)) {
            throw new IllegalArgumentException("share of a processor " + cpuShare + " (expected: 0 to 1)");
        }
    }

    /** Costs of units that compute all the time, and whose results return one by one. */
    public UnitCosts(
            double unitSeconds, double resultSeconds, double inputBytes, double resultBytes, double setupBytes) {
        this(unitSeconds, resultSeconds, inputBytes, resultBytes, setupBytes, Return.EACH, 1, UnitMix.NONE);
    }

    /** How results return. */
    public ResultsKind results() {
        return back.results;
    }

    /** Size of a worker's combined value [bytes]. */
    public double valueBytes() {
        return back.valueBytes;
    }

    /** Time of a master of speed 1 to merge one such value [s]. */
    public double mergeSeconds() {
        return back.mergeSeconds;
    }

    /** Bytes of a unit's result that travel while units compute; 0 if results are kept until the cycle ends. */
    public double flowResultBytes() {
        return results() == ResultsKind.EACH ? resultBytes : 0;
    }

    /** Time of the master for a unit's result while units compute; 0 if results are kept until the cycle ends [s]. */
    public double flowResultSeconds() {
        return results() == ResultsKind.EACH ? resultSeconds : 0;
    }

    /** Copies the costs with these times of a unit and of its result [s]. */
    public UnitCosts withTimes(double ofUnit, double ofResult) {
        return new UnitCosts(ofUnit, ofResult, inputBytes, resultBytes, setupBytes, back, cpuShare, mix);
    }

    /** Copies the costs with these sizes of a unit's input and result [bytes]. */
    public UnitCosts withSizes(double ofInput, double ofResult) {
        return new UnitCosts(unitSeconds, resultSeconds, ofInput, ofResult, setupBytes, back, cpuShare, mix);
    }

    /** Copies the costs with this size of the setup [bytes]. */
    public UnitCosts withSetup(double bytes) {
        return new UnitCosts(unitSeconds, resultSeconds, inputBytes, resultBytes, bytes, back, cpuShare, mix);
    }

    /** Copies the costs with results that return in this way. */
    public UnitCosts withResults(ResultsKind kind) {
        return withResults(kind, valueBytes(), mergeSeconds());
    }

    /**
     * Copies the costs with results that return in this way.
     *
     * @param ofValue size of a worker's combined value [bytes]
     * @param ofMerge time of a master of speed 1 to merge it [s]
     */
    public UnitCosts withResults(ResultsKind kind, double ofValue, double ofMerge) {
        Return other = new Return(kind, ofValue, ofMerge);
        return new UnitCosts(unitSeconds, resultSeconds, inputBytes, resultBytes, setupBytes, other, cpuShare, mix);
    }

    /** Copies the costs with results combined, if they are not yet, into values as large as one result. */
    public UnitCosts combined() {
        double value = valueBytes() > 0 ? valueBytes() : resultBytes;
        double merge = mergeSeconds() > 0 ? mergeSeconds() : resultSeconds;
        return withResults(ResultsKind.ACCUMULATED, value, merge);
    }

    /** Copies the costs with this share of a processor. */
    public UnitCosts withCpuShare(double share) {
        return new UnitCosts(unitSeconds, resultSeconds, inputBytes, resultBytes, setupBytes, back, share, mix);
    }

    /** Copies the costs with these needs of units. */
    public UnitCosts withMix(UnitMix of) {
        return new UnitCosts(unitSeconds, resultSeconds, inputBytes, resultBytes, setupBytes, back, cpuShare, of);
    }

    /** Copies the costs for slots and masters of another speed: times become this much longer. */
    public UnitCosts slower(double times) {
        return withTimes(unitSeconds * times, resultSeconds * times)
                .withResults(results(), valueBytes(), mergeSeconds() * times);
    }

    private static boolean fits(double value) {
        return value >= 0 && value < Double.POSITIVE_INFINITY;
    }
}
