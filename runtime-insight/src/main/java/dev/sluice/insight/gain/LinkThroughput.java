package dev.sluice.insight.gain;

import dev.sluice.master.weather.RecentArrivals;
import dev.sluice.master.weather.RecentArrivals.Arrival;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * How much arrived in the time in which something arrived: the throughput of a link while it is used. Each message is
 * taken to arrive evenly between its first byte and its last.
 *
 * @param bytesPerSecond on the wire while something arrived; infinite if too little did [bytes/s]
 * @param shared whether the rate does not grow with the number of senders, so that they share a link
 */
record LinkThroughput(double bytesPerSecond, boolean shared) {
    /** Fewer messages say nothing. */
    private static final int FEWEST = 3;

    /** Messages of all senders that are looked at, so that the master is not busy with them for long. */
    private static final int MOST = 8_192;

    /** Messages of one sender that are looked at in any case. */
    private static final int FEWEST_OF_ONE = 8;

    /** Most senders whose messages are looked at. */
    private static final int MOST_SENDERS = MOST / FEWEST_OF_ONE;

    /** Shorter times are those of a processor, not of a link [ns]. */
    private static final double SHORTEST_NANOS = 5e6;

    /** Share of the time alone, and together, from which both are compared. */
    private static final double ENOUGH = 0.15;

    /** Part of a rate in proportion to the senders, below which these share a link. */
    private static final double GROWS = 0.75;

    /** Part of the throughput from which a link counts as narrow, although no slot waited for it. */
    private static final double USED = 0.2;

    /** Bytes on a wire for each byte of a large message: headers of packets. */
    static final double WIRE_BYTES = Overheads.Travel.ETHERNET.wireBytes();

    /** Nothing is known. */
    static final LinkThroughput UNKNOWN = new LinkThroughput(Double.POSITIVE_INFINITY, true);

    boolean isKnown() {
        return bytesPerSecond < Double.POSITIVE_INFINITY;
    }

    /**
     * Tells whether the link may limit a run like this one. Arrivals at a wide link show the speed of processors.
     *
     * @param meanBytesPerSecond over the whole run
     * @param waited whether slots waited for the link
     */
    boolean isNarrow(double meanBytesPerSecond, boolean waited) {
        return isKnown() && (waited || meanBytesPerSecond >= USED * bytesPerSecond);
    }

    /** The throughput of the arrivals of these workers together. */
    static LinkThroughput of(Collection<RecentArrivals> senders) {
        int most = Math.max(FEWEST_OF_ONE, MOST / Math.max(1, senders.size()));
        return of(senders, most, latestFromNanos(senders));
    }

    /**
     * The throughput of the arrivals of one worker.
     *
     * @param senders number of workers for which this is asked
     */
    static LinkThroughput ofOne(RecentArrivals sender, int senders) {
        return of(List.of(sender), Math.max(FEWEST_OF_ONE, MOST / senders), Long.MIN_VALUE);
    }

    /**
     * The time before which arrivals of many senders do not count. It leaves those of {@value #MOST_SENDERS} senders,
     * and all that arrived since then: a sample of senders would show a part of what they share.
     */
    private static long latestFromNanos(Collection<RecentArrivals> senders) {
        if (senders.size() <= MOST_SENDERS) {
            return Long.MIN_VALUE;
        }
        long[] latest = senders.stream()
                .map(each -> each.latest(1))
                .filter(each -> !each.isEmpty())
                .mapToLong(each -> each.get(0).toNanos())
                .sorted()
                .toArray();
        return latest.length <= MOST_SENDERS ? Long.MIN_VALUE : latest[latest.length - MOST_SENDERS];
    }

    private static LinkThroughput of(Collection<RecentArrivals> senders, int most, long latestFromNanos) {
        List<List<Arrival>> looked = new ArrayList<>();
        long from = latestFromNanos;
        for (RecentArrivals sender : senders) {
            List<Arrival> last = sender.latest(1);
            if (!last.isEmpty() && last.get(0).toNanos() >= latestFromNanos) {
                List<Arrival> latest = sender.latest(most);
                looked.add(latest);
                from = sender.hadMore(most) ? Math.max(from, latest.get(0).fromNanos()) : from;
            }
        }
        List<RateStep> changes = new ArrayList<>();
        int messages = 0;
        for (List<Arrival> latest : looked) {
            for (Arrival each : latest) {
                if (each.fromNanos() >= from && each.toNanos() > each.fromNanos()) {
                    double rate = each.bytes() / (double) (each.toNanos() - each.fromNanos());
                    changes.add(new RateStep(each.fromNanos(), 1, rate));
                    changes.add(new RateStep(each.toNanos(), -1, -rate));
                    messages++;
                }
            }
        }
        changes.sort(Comparator.comparingLong(RateStep::nanos));
        return messages < FEWEST ? UNKNOWN : summed(changes);
    }

    /** At this time a message begins or ends; the rate in bytes/ns. */
    private record RateStep(long nanos, int messages, double rate) {}

    private static LinkThroughput summed(List<RateStep> changes) {
        double aloneNanos = 0;
        double aloneBytes = 0;
        double togetherNanos = 0;
        double togetherBytes = 0;
        double togetherMessages = 0;
        int open = 0;
        double rate = 0;
        long before = changes.get(0).nanos();
        for (RateStep change : changes) {
            double passed = change.nanos() - before;
            if (open == 1) {
                aloneNanos += passed;
                aloneBytes += rate * passed;
            } else if (open > 1) {
                togetherNanos += passed;
                togetherBytes += rate * passed;
                togetherMessages += open * passed;
            }
            open += change.messages();
            rate += change.rate();
            before = change.nanos();
        }
        double nanos = aloneNanos + togetherNanos;
        if (nanos < SHORTEST_NANOS) {
            return UNKNOWN;
        }
        boolean comparable = Math.min(aloneNanos, togetherNanos) >= ENOUGH * nanos;
        double growth = comparable ? togetherBytes / togetherNanos / (aloneBytes / aloneNanos) : 1;
        double senders = comparable ? togetherMessages / togetherNanos : 1;
        return new LinkThroughput(
                (aloneBytes + togetherBytes) / nanos * 1e9 * WIRE_BYTES,
                !comparable || growth < 1 + GROWS * (senders - 1));
    }
}
