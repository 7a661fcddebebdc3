package dev.sluice.model.collect;

/**
 * How a {@link GrantDesk} decides.
 *
 * @param roundTripNanos of the link, until a forecast is told [ns]
 * @param noise by which part goodput must differ at least before the difference counts, 0.01 is 1 %; more where windows
 *     are seen to differ by themselves
 * @param ageingNanos after waiting so long an offer is as good as urgent [ns]
 * @param stallNanos a transfer that makes no progress for so long, beyond what its share of the link explains, has
 *     stalled: shorter than TCP's least retransmission timeout, so that the first one is seen [ns]
 * @param silenceNanos a transfer that makes no progress for so long, beyond what its size explains, lets another go
 *     ahead in its place [ns]
 */
public record GrantConfig(long roundTripNanos, double noise, long ageingNanos, long stallNanos, long silenceNanos) {
    /** As designed: scheduling.md §5. */
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
