package dev.sluice.model.predict;

import java.util.List;

/**
 * What a message costs, in the extended LogGP form (Alexandrov et al. 1997; Mizutani et al., section 3.2): a message of
 * k bytes between two of P processes takes 2·o(P) + L + k·G, with o(P) = o0 + o1·P.
 *
 * @param overheadSeconds o0: the processor's part of a message at one end
 * @param overheadPerPeerSeconds o1: what each peer adds to it
 * @param latencySeconds L
 * @param secondsPerByte G
 */
public record LogGp(
        double overheadSeconds, double overheadPerPeerSeconds, double latencySeconds, double secondsPerByte) {
    /**
     * One message, as it was measured.
     *
     * @param bytes k
     * @param peers P
     * @param seconds from its sender's call to its receiver's
     */
    public record Exchange(long bytes, int peers, double seconds) {}

    /** What a message takes. */
    public double seconds(long bytes, int peers) {
        return 2 * (overheadSeconds + overheadPerPeerSeconds * peers) + latencySeconds + bytes * secondsPerByte;
    }

    /**
     * Fits what was measured, by least squares. Times of messages alone do not tell 2·o0 from L, so the sender's
     * overhead is measured apart; what is left of the constant is L. The part of P is 0 when it was always the same. No
     * parameter is negative.
     *
     * @param exchanges of two sizes at least
     * @param overheadSeconds o(P) at the fewest peers among these exchanges
     */
    public static LogGp fit(List<Exchange> exchanges, double overheadSeconds) {
        int fewest = exchanges.stream().mapToInt(Exchange::peers).min().orElse(0);
        boolean peersVary = exchanges.stream().anyMatch(exchange -> exchange.peers() != fewest);
        boolean sizesVary =
                exchanges.stream().mapToLong(Exchange::bytes).distinct().count() > 1;
        if (!sizesVary) {
            throw new IllegalArgumentException(
                    exchanges.size() + " messages of one size (expected: two sizes or more)");
        }
        LeastSquares fit = new LeastSquares(peersVary ? 3 : 2);
        for (Exchange exchange : exchanges) {
            if (peersVary) {
                fit.add(exchange.seconds(), 1, exchange.bytes(), exchange.peers() - fewest);
            } else {
                fit.add(exchange.seconds(), 1, exchange.bytes());
            }
        }
        double[] found = fit.solve();
        double perPeer = peersVary ? Math.max(0, found[2] / 2) : 0;
        double overhead = Math.max(0, Math.min(overheadSeconds, found[0] / 2));
        return new LogGp(
                Math.max(0, overhead - perPeer * fewest),
                perPeer,
                Math.max(0, found[0] - 2 * overhead),
                Math.max(0, found[1]));
    }
}
