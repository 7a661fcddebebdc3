package dev.sluice.model.topology;

import java.util.List;

/**
 * One trial of one test: transfers that all begin at once.
 *
 * @param trial counts those of the test from 1; 0 finds out how fast the way is, and is no trial
 * @param bytes that each transfer may send at most [bytes]
 * @param sendNanos for so long each sends [ns]
 * @param warmNanos after its first byte a receiver lets so long pass [ns]
 * @param windowNanos then it counts for so long; all transfers send before, during and after it [ns]
 * @param pieceBytes of one message, few enough to see time pass [bytes]
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

    /** TCP has found its pace after so many round trips. */
    private static final int WARM_ROUND_TRIPS = 10;

    public Probe {
        transfers = List.copyOf(transfers);
        if (transfers.isEmpty() || bytes < 1 || sendNanos < warmNanos + windowNanos || pieceBytes < 1) {
            throw new IllegalArgumentException("probe: " + transfers.size() + " transfers of " + bytes
                    + " bytes (expected: at least one, and a window within the time of sending)");
        }
    }

    /**
     * One that is long enough for what is thought of the way: a quarter to warm up, or ten round trips, and an eighth
     * more than the window at its end.
     */
    static Probe of(
            Phase phase,
            List<Transfer> transfers,
            int trial,
            long bytes,
            double bytesPerSecond,
            long roundTripNanos,
            long spanNanos) {
        double all = Math.min(
                spanNanos + 2.5 * WARM_ROUND_TRIPS * roundTripNanos, 0.9 * bytes / Math.max(1, bytesPerSecond) * 1e9);
        long send = Math.max(1_000_000L, Math.round(all));
        long warm = Math.min(send / 2, Math.max(send / 4, WARM_ROUND_TRIPS * roundTripNanos));
        long window = send - warm - send / 8;
        int piece = (int) Math.max(LEAST_PIECE, Math.min(MOST_PIECE, bytesPerSecond * 0.002));
        return new Probe(phase, transfers, trial, bytes, send, warm, window, piece);
    }
}
