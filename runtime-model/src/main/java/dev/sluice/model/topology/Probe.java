package dev.sluice.model.topology;

import java.util.List;

/**
 * One trial of one test: transfers that all begin at once.
 *
 * @param trial number of the trial in its test, from 1; 0 is a pilot that estimates the rate and does not count
 * @param bytes maximum bytes of each transfer [bytes]
 * @param sendNanos duration of sending [ns]
 * @param warmNanos warm-up of a receiver after the first byte [ns]
 * @param windowNanos measuring window after the warm-up; all transfers send before, during and after it [ns]
 * @param pieceBytes size of one message, small enough to resolve time [bytes]
 */
public record Probe(
        Phase phase,
        List<Transfer> transfers,
        int trial,
        long bytes,
        long sendNanos,
        long warmNanos,
        long windowNanos,
        int pieceBytes) {
    private static final int LEAST_PIECE = 2 << 10;
    private static final int MOST_PIECE = 64 << 10;

    /** Round trips until TCP has reached its rate, after those in which it doubles its window. */
    private static final int WARM_ROUND_TRIPS = 3;

    private static final int MOST_WARM_ROUND_TRIPS = 10;

    /** Bytes that TCP sends before the first acknowledgement: ten packets. */
    private static final double FIRST_WINDOW = 14_480;

    public Probe {
        transfers = List.copyOf(transfers);
        if (transfers.isEmpty() || bytes < 1 || sendNanos < warmNanos + windowNanos || pieceBytes < 1) {
            throw new IllegalArgumentException("probe: " + transfers.size() + " transfers of " + bytes
                    + " bytes (expected: at least one, and a window within the time of sending)");
        }
    }

    /**
     * Sizes a probe by the estimated rate. The warm-up takes a quarter of the time, or the round trips in which TCP
     * finds its rate. An eighth remains after the window.
     */
    static Probe of(
            Phase phase,
            List<Transfer> transfers,
            int trial,
            long bytes,
            double bytesPerSecond,
            long roundTripNanos,
            long spanNanos) {
        long start = Math.round(warmRoundTrips(bytesPerSecond, roundTripNanos) * roundTripNanos);
        double all = Math.min(spanNanos + 1.2 * start, 0.9 * bytes / Math.max(1, bytesPerSecond) * 1e9);
        long send = Math.max(1_000_000L, Math.round(all));
        long warm = Math.min(6 * send / 10, Math.max(send / 4, start));
        long window = send - warm - send / 8;
        int piece = (int) Math.max(LEAST_PIECE, Math.min(MOST_PIECE, bytesPerSecond * 0.002));
        return new Probe(phase, transfers, trial, bytes, send, warm, window, piece);
    }

    /** TCP doubles its window each round trip until it fills the path. */
    private static double warmRoundTrips(double bytesPerSecond, long roundTripNanos) {
        double windows = bytesPerSecond * roundTripNanos * 1e-9 / FIRST_WINDOW;
        double doubling = windows <= 1 ? 0 : Math.log(windows) / Math.log(2);
        return Math.min(MOST_WARM_ROUND_TRIPS, WARM_ROUND_TRIPS + doubling);
    }
}
