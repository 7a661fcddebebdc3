package dev.sluice.model.collect;

/**
 * Configuration of a {@link GrantDesk}.
 *
 * @param roundTripNanos round trip of the link until a forecast is known [ns]
 * @param noise relative difference of goodput below which a difference is noise, 0.01 is 1 %; raised if windows are
 *     seen to vary more
 * @param ageingNanos waiting time after which an offer counts as urgent [ns]
 * @param stallNanos a transfer has stalled if it makes no progress for this long beyond its expected interval. The
 *     value is less than TCP's minimum retransmission timeout, so that the first one is seen [ns]
 * @param silenceNanos another transfer takes the place of one that makes no progress for this long beyond the time that
 *     its size explains [ns]
 */
public record GrantConfig(long roundTripNanos, double noise, long ageingNanos, long stallNanos, long silenceNanos) {
    /** The designed values. */
    public static final GrantConfig DEFAULT =
            new GrantConfig(1_000_000, 0.01, 5_000_000_000L, 150_000_000, 1_000_000_000);

    public GrantConfig {
        if (roundTripNanos < 0 || !(noise >= 0 && noise < 0.3)) {
            throw new IllegalArgumentException("round trip " + roundTripNanos + " ns, noise " + noise
                    + " (expected: not negative, noise under 0.3)");
        }
        if (ageingNanos < 1 || stallNanos < 1 || silenceNanos < 1) {
            throw new IllegalArgumentException("ageing " + ageingNanos + " ns, stall " + stallNanos + " ns, silence "
                    + silenceNanos + " ns (expected: at least 1)");
        }
    }
}
