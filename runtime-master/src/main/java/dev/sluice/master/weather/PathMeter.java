package dev.sluice.master.weather;

import java.util.Arrays;
import java.util.Optional;

/**
 * Measures how much one direction of a path carries, from the transfers over it. The time of a transfer is the one
 * between its first byte and its last, so the round trip is no part of it. Transfers that share the path with others
 * are slower, so an upper quantile of the latest ones counts. Confined to the master loop.
 */
final class PathMeter {
    private static final int KEPT = 48;

    /** Bytes of a transfer that arrive at once: its first byte stands for a whole segment. */
    private static final double FIRST_SEGMENT = 1_448;

    /** Smaller transfers show the delay of few segments rather than a bandwidth [bytes]. */
    private static final double LEAST_BYTES = 16 << 10;

    /** Shorter transfers show the speed of processors rather than of a link [ns]. */
    private static final double LEAST_NANOS = 2e6;

    private static final double QUANTILE = 0.8;
    private static final double BUSY_QUANTILE = 0.75;

    private double[] rates = new double[0];
    private long transfers;
    private long beatTransfers;
    private final double[] traffic = new double[16];
    private long beats;
    private long newestMillis;

    /** Adds transfers of about the same size. */
    void add(long bytes, long count, long arrivingNanos, long timeMillis) {
        double each = (double) bytes / count;
        double nanos = (double) arrivingNanos / count;
        if (each < LEAST_BYTES || nanos < LEAST_NANOS) {
            return;
        }
        if (rates.length == 0) {
            rates = new double[KEPT];
        }
        rates[(int) (transfers % KEPT)] = (each - FIRST_SEGMENT) * 1e9 / nanos;
        transfers++;
        newestMillis = timeMillis;
    }

    /** Ends an interval of a few seconds, in which the run had this traffic on the path [bytes/s]. */
    void beat(double bytesPerSecond, long timeMillis) {
        newestMillis = transfers > beatTransfers ? timeMillis : newestMillis;
        beatTransfers = transfers;
        if (bytesPerSecond > 0) {
            traffic[(int) (beats % traffic.length)] = bytesPerSecond;
            beats++;
        }
    }

    Optional<PathWeather.Direction> direction() {
        if (transfers == 0) {
            return Optional.empty();
        }
        double[] kept = Arrays.copyOf(rates, (int) Math.min(transfers, KEPT));
        Arrays.sort(kept);
        double rate = quantile(kept, QUANTILE);
        double error = Arrays.stream(kept)
                .skip(kept.length / 2)
                .map(each -> Math.abs(each - rate))
                .average()
                .orElse(0);
        double[] busy = Arrays.copyOf(traffic, (int) Math.min(beats, traffic.length));
        Arrays.sort(busy);
        return Optional.of(new PathWeather.Direction(
                rate, error, transfers, busy.length == 0 ? 0 : quantile(busy, BUSY_QUANTILE), newestMillis));
    }

    private static double quantile(double[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    }
}
