package dev.sluice.master.weather;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Measures one direction of a path by the transfers over it: the rate at which they arrive, and what the path carries.
 * The time of a transfer is the one between its first byte and its last, so the round trip is no part of it. Transfers
 * that share the path with others are slower, so an upper quantile of the latest ones shows what it carries. All
 * transfers count, because a choice of the long ones would show a wide link as a narrow one. Confined to the master
 * loop.
 */
final class PathMeter {
    private static final int KEPT = 48;

    /** Bytes of a transfer that arrive at once: its first byte stands for a whole segment. */
    private static final double FIRST_SEGMENT = 1_448;

    /** Smaller transfers show the delay of few segments rather than a bandwidth [bytes]. */
    static final long LEAST_BYTES = 16 << 10;

    /** If undisturbed transfers are shorter, they show the speed of processors rather than of a link [ns]. */
    private static final double LEAST_NANOS = 2e6;

    /** Transfers until their rate counts as known: one pause of a process must not look like a slow link. */
    private static final long FEWEST = 8;

    /** Bytes after which older transfers lose half of their weight in the rate. */
    private static final double MEMORY_BYTES = 8 << 20;

    private static final double QUANTILE = 0.8;
    private static final double BUSY_QUANTILE = 0.75;

    private double[] nanos = new double[0];
    private double[] sizes = new double[0];
    private long groups;
    private long beatGroups;
    private long arrived;
    private double arrivedBytes;
    private double arrivedSeconds;
    private final double[] traffic = new double[16];
    private long beats;
    private long newestMillis;

    /** One kept transfer, or the mean of several. */
    private record Transfer(double nanos, double bytes) {
        double rate() {
            return (bytes - FIRST_SEGMENT) * 1e9 / nanos;
        }
    }

    /**
     * Adds transfers of about the same size.
     *
     * @param bytes of all of them together
     * @param arrivingNanos from first to last byte, summed [ns]
     */
    void add(long bytes, long count, long arrivingNanos, long timeMillis) {
        if (count < 1 || bytes / count < LEAST_BYTES) {
            return;
        }
        if (nanos.length == 0) {
            nanos = new double[KEPT];
            sizes = new double[KEPT];
        }
        int place = (int) (groups % KEPT);
        nanos[place] = Math.max(1, (double) arrivingNanos / count);
        sizes[place] = (double) bytes / count;
        groups++;
        newestMillis = timeMillis;
        if (arrivedBytes > MEMORY_BYTES) {
            arrivedBytes /= 2;
            arrivedSeconds /= 2;
        }
        arrived += count;
        arrivedBytes += bytes;
        arrivedSeconds += Math.max(0, arrivingNanos) * 1e-9;
    }

    /**
     * The rate at which transfers arrive, which is at least the bandwidth of the narrowest link; infinite if they
     * arrive in one piece, 0 if too few have arrived [bytes/s].
     */
    double arrivalRate() {
        return arrived < FEWEST ? 0 : arrivedBytes / arrivedSeconds;
    }

    /** Ends an interval of a few seconds, in which the run had this traffic on the path [bytes/s]. */
    void beat(double bytesPerSecond, long timeMillis) {
        newestMillis = groups > beatGroups ? timeMillis : newestMillis;
        beatGroups = groups;
        if (bytesPerSecond > 0) {
            traffic[(int) (beats % traffic.length)] = bytesPerSecond;
            beats++;
        }
    }

    /** The rate that the direction carries; empty if no transfer shows it. */
    Optional<PathWeather.Direction> direction() {
        if (groups == 0) {
            return Optional.empty();
        }
        List<Transfer> kept = IntStream.range(0, (int) Math.min(groups, KEPT))
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
                rate, error, groups, busy.isEmpty() ? 0 : quantile(busy, BUSY_QUANTILE), newestMillis));
    }

    private static <T> T quantile(List<T> sorted, double share) {
        return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(share * sorted.size())));
    }
}
