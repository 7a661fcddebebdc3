package dev.sluice.master.tune;

import java.util.Comparator;
import java.util.List;

/**
 * The time in which a large setup left for a worker, monotonic [ns].
 *
 * @param bytes of the setup, without what the transport took at once and may not have left [bytes]
 */
public record SetupTransit(long fromNanos, long toNanos, long bytes) {
    /** The rate of these setups together, over the time in which any of them was leaving; 0 without any [bytes/s]. */
    static double bytesPerSecond(List<SetupTransit> setups) {
        List<SetupTransit> all = setups.stream()
                .sorted(Comparator.comparingLong(SetupTransit::fromNanos))
                .toList();
        long busy = 0;
        long until = Long.MIN_VALUE;
        double bytes = 0;
        for (SetupTransit each : all) {
            bytes += each.bytes();
            busy += Math.max(0, each.toNanos() - Math.max(each.fromNanos(), until));
            until = Math.max(until, each.toNanos());
        }
        return busy > 0 ? bytes * 1e9 / busy : 0;
    }

    /**
     * The rate of the port by the setups that began to leave since then, or by all if there was none: that of all of
     * them, or of the fastest, because a setup of an earlier cycle may have been in the way of the others.
     */
    static double portBytesPerSecond(List<SetupTransit> setups, long sinceNanos) {
        List<SetupTransit> latest =
                setups.stream().filter(each -> each.fromNanos() >= sinceNanos).toList();
        List<SetupTransit> all = latest.isEmpty() ? setups : latest;
        double fastest = all.stream()
                .mapToDouble(each -> bytesPerSecond(List.of(each)))
                .max()
                .orElse(0);
        return Math.max(fastest, bytesPerSecond(all));
    }
}
