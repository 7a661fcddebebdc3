package dev.sluice.master.weather;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Measures how much one direction of a path carries, from the transfers over it. The time of a transfer is the one
 * between its first byte and its last, so the round trip is no part of it. Transfers that share the path with others
 * are slower, so an upper quantile of the latest ones counts. All transfers count, because a choice of the long ones
 * would show a wide link as a narrow one. Confined to the master loop.
 */
final class PathMeter {
    private static final int KEPT = 48;

    /** Bytes of a transfer that arrive at once: its first byte stands for a whole segment. */
    private static final double FIRST_SEGMENT = 1_448;

    /** Smaller transfers show the delay of few segments rather than a bandwidth [bytes]. */
    private static final double LEAST_BYTES = 16 << 10;

    /** If undisturbed transfers are shorter, they show the speed of processors rather than of a link [ns]. */
    private static final double LEAST_NANOS = 2e6;

    private static final double QUANTILE = 0.8;
    private static final double BUSY_QUANTILE = 0.75;

    private double[] nanos = new double[0];
    private double[] sizes = new double[0];
    private long transfers;
    private long beatTransfers;
    private final double[] traffic = new double[16];
    private long beats;
    private long newestMillis;

    /** One kept transfer. */
    private record Transfer(double nanos, double bytes) {
        double rate() {
            return (bytes - FIRST_SEGMENT) * 1e9 / nanos;
        }
    }

    /** Adds transfers of about the same size. */
    void add(long bytes, long count, long arrivingNanos, long timeMillis) {
        double each = (double) bytes / count;
        if (each < LEAST_BYTES) {
            return;
        }
        if (nanos.length == 0) {
            nanos = new double[KEPT];
            sizes = new double[KEPT];
        }
        int place = (int) (transfers % KEPT);
        nanos[place] = Math.max(1, (double) arrivingNanos / count);
        sizes[place] = each;
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

    /** The rate that the direction carries; empty if no transfer shows it. */
    Optional<PathWeather.Direction> direction() {
        if (transfers == 0) {
            return Optional.empty();
        }
        List<Transfer> kept = IntStream.range(0, (int) Math.min(transfers, KEPT))
                .mapToObj(i -> new Transfer(nanos[i], sizes[i]))
                .sorted(Comparator.comparingDouble(Transfer::rate))
                .toList();
        Transfer undisturbed = quantile(kept, QUANTILE);
        if (undisturbed.nanos() < LEAST_NANOS) {
            return Optional.empty();
        }
        double rate = undisturbed.rate();
        double error = kept.stream()
                .skip(kept.size() / 2)
                .mapToDouble(each -> Math.abs(each.rate() - rate))
                .average()
                .orElse(0);
        List<Double> busy = Arrays.stream(traffic, 0, (int) Math.min(beats, traffic.length))
                .sorted()
                .boxed()
                .toList();
        return Optional.of(new PathWeather.Direction(
                rate, error, transfers, busy.isEmpty() ? 0 : quantile(busy, BUSY_QUANTILE), newestMillis));
    }

    private static <T> T quantile(List<T> sorted, double share) {
        return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(share * sorted.size())));
    }
}
