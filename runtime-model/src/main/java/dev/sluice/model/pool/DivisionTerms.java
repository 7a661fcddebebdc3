package dev.sluice.model.pool;

/**
 * Constants of the division.
 *
 * @param minGain slots beyond the knee of this least gain go to other runs first
 * @param reserve part of all slots that lower priorities get together, however much the higher ones can use
 * @param turnNanos runs that share a slot take turns of about this time
 * @param unitsPerTurn a turn is at least this many mean units of the runs that share
 * @param settleNanos a knee is kept at least this long before another estimate replaces it
 * @param lingerNanos a run that may bring more units keeps slots without a unit for this long
 */
public record DivisionTerms(
        double minGain, double reserve, long turnNanos, int unitsPerTurn, long settleNanos, long lingerNanos) {
    /** The defaults. */
    public static final DivisionTerms DEFAULT =
            new DivisionTerms(0.01, 1.0 / 16, 30_000_000_000L, 20, 30_000_000_000L, 2_000_000_000L);

    public DivisionTerms {
        if (!(minGain >= 0 && minGain < 1) || !(reserve >= 0 && reserve < 1)) {
            throw new IllegalArgumentException(
                    "least gain " + minGain + ", reserve " + reserve + " (expected: 0 to below 1)");
        }
        if (turnNanos < 1 || unitsPerTurn < 0 || settleNanos < 0 || lingerNanos < 0) {
            throw new IllegalArgumentException("turn " + turnNanos + " ns or " + unitsPerTurn + " units, settle "
                    + settleNanos + " ns, linger " + lingerNanos + " ns (expected: at least 0, a turn at least 1 ns)");
        }
    }
}
