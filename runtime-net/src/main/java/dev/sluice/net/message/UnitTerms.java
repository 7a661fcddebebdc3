package dev.sluice.net.message;

/**
 * How a worker is to treat the units of a run.
 *
 * @param timeoutNanos a unit that computes longer has failed; 0 for no limit [ns]
 */
public record UnitTerms(long timeoutNanos) {
    /** No limit. */
    public static final UnitTerms NONE = new UnitTerms(0);

    public UnitTerms {
        Checks.notNegative("timeoutNanos", timeoutNanos);
    }
}
