package dev.sluice.model.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Packs units whose memory nobody has told into the memory of one host. The first units of a kind count with a whole
 * share each: the memory of the host by its slots. Once some have ended, a unit counts with the mean of its kind until
 * it is as old as 95 % of its kind were at their peak, and then with the memory that it has. All younger ones together
 * have a margin: from the mean to the 95th percentile of one unit, or to that of the sum of all. A unit begins when it
 * fits beside the others by this count. The margin shrinks with each unit that ends and grows with each that is ended
 * for its memory, so that about one try in forty is.
 *
 * <p>A unit may exceed its share as long as the host has memory. When it has none left, one unit is ended, and tried
 * again with twice as much for itself. A unit that has had all memory of the host does not fit there.
 *
 * <p>Pure: the owner calls it under its lock and gives the time.
 */
public final class MemoryPacking {
    /** Units of a kind that have ended before the rest is packed by them. */
    static final int LEAST_ENDED = 5;

    private static final double QUANTILE = 0.95;

    /** The 95th percentile of a sum of many, in its standard deviations. */
    private static final double DEVIATIONS = 1.645;

    /** The margin changes by these with each unit that ends, and with each that is ended for its memory. */
    private static final double LESS_MARGIN = 0.02;

    private static final double MORE_MARGIN = 0.8;
    private static final double MOST_MARGIN = 3;

    /** Ended units of a kind that are remembered. */
    private static final int REMEMBERED = 256;

    /** A peak counts as reached at this part of it. */
    private static final double NEARLY = 0.95;

    /** A unit that runs. Owned by the packing. */
    public static final class Ticket {
        private final Kind kind;
        private final long startNanos;
        /** Memory that is kept for it alone, after a try that needed more than was left [bytes]; 0: none. */
        private final long ownBytes;

        private long residentBytes;
        private long peakBytes;
        /** Memory at {@link #peakNanos}; since then it has grown by less than a twentieth [bytes]. */
        private long markedBytes;

        private long peakNanos;

        private Ticket(Kind kind, long ownBytes, long nowNanos) {
            this.kind = kind;
            this.ownBytes = ownBytes;
            startNanos = nowNanos;
            peakNanos = nowNanos;
        }

        /** Its largest memory so far [bytes]. */
        public long peakBytes() {
            return peakBytes;
        }

        private boolean isSettled(long nowNanos) {
            return nowNanos - startNanos >= kind.settledNanos;
        }
    }

    /** Knowledge of the units of one kind. */
    private static final class Kind {
        private final long[] peaks = new long[REMEMBERED];
        private final long[] settled = new long[REMEMBERED];
        private int ended;
        private double meanBytes;
        private double highBytes;
        private double deviationBytes;
        /** Age at which 95 % of the units had reached their peak [ns]. */
        private long settledNanos;

        /** The running units that may still grow, while they are counted, and their memory [bytes]. */
        private int growing;

        private double growingBytes;

        /** Memory with which the growing units count, at the present margin [bytes]. */
        private double growingCount(double margin) {
            double sum = Math.max(growing * meanBytes, growingBytes);
            double most = Math.max(highBytes - meanBytes, DEVIATIONS * deviationBytes * Math.sqrt(growing));
            return growing == 0 ? 0 : sum + margin * Math.max(0, most);
        }

        private boolean isKnown() {
            return ended >= LEAST_ENDED;
        }

        private void add(long peakBytes, long settledAfterNanos) {
            peaks[ended % REMEMBERED] = peakBytes;
            settled[ended % REMEMBERED] = settledAfterNanos;
            ended++;
            int count = Math.min(ended, REMEMBERED);
            if (count <= 2 * LEAST_ENDED
                    || ended % LEAST_ENDED == 0) { // sorting for each would cost more than it tells
                meanBytes = Arrays.stream(peaks, 0, count).average().orElse(0);
                deviationBytes = Math.sqrt(Arrays.stream(peaks, 0, count)
                        .mapToDouble(peak -> (peak - meanBytes) * (peak - meanBytes))
                        .average()
                        .orElse(0));
                highBytes = high(peaks, count);
                settledNanos = high(settled, count);
            }
        }

        private static long high(long[] values, int count) {
            long[] sorted = Arrays.copyOf(values, count);
            Arrays.sort(sorted);
            return sorted[Math.min(count - 1, (int) (QUANTILE * count))];
        }
    }

    private final int slots;
    private final Map<Long, Kind> kinds = new HashMap<>();
    private final List<Ticket> running = new ArrayList<>();
    private long capacityBytes;
    private long residentBytes;
    /** The part of the margin that counts: 1 at first. */
    private double margin = 1;

    /**
     * Packs into an empty host.
     *
     * @param capacityBytes memory for all units together
     * @param slots units at a time
     */
    public MemoryPacking(long capacityBytes, int slots) {
        this.capacityBytes = capacityBytes;
        this.slots = slots;
    }

    /** Changes the memory for all units together, because others use more or less of the host. */
    public void capacity(long bytes) {
        capacityBytes = bytes;
    }

    /** The share of a unit of which nothing is known [bytes]. */
    public long shareBytes() {
        return Math.max(1, capacityBytes / slots);
    }

    /**
     * Begins a unit if it fits beside the others; a unit always fits alone.
     *
     * @param ownBytes memory that is kept for it alone, from {@link #again}; 0: it counts as its kind does
     * @return null if it has to wait until another one ends or {@link #capacity} grows
     */
    public @Nullable Ticket admit(long kind, long ownBytes, long nowNanos) {
        Ticket next = new Ticket(kinds.computeIfAbsent(kind, unused -> new Kind()), ownBytes, nowNanos);
        running.add(next);
        if (running.size() > 1 && countedBytes(nowNanos) > capacityBytes) {
            running.remove(next);
            return null;
        }
        return next;
    }

    /** Memory with which the running units count [bytes]. */
    public long countedBytes(long nowNanos) {
        double sum = 0;
        for (Kind kind : kinds.values()) {
            kind.growing = 0;
            kind.growingBytes = 0;
        }
        for (Ticket each : running) {
            Kind kind = each.kind;
            if (kind.isKnown() && each.isSettled(nowNanos) && each.peakBytes > 0) {
                sum += each.peakBytes;
            } else if (each.ownBytes > 0 || !kind.isKnown()) {
                sum += Math.max(each.ownBytes > 0 ? each.ownBytes : shareBytes(), each.peakBytes);
            } else {
                kind.growing++;
                kind.growingBytes += each.peakBytes;
            }
        }
        for (Kind kind : kinds.values()) {
            sum += kind.growingCount(margin);
        }
        return (long) Math.ceil(sum);
    }

    /**
     * Records the memory of a running unit.
     *
     * @return the unit that has to be ended, because the host has not enough memory for all; null: none
     */
    public @Nullable Ticket uses(Ticket unit, long residentBytes, long nowNanos) {
        if (!running.contains(unit)) {
            return null; // it has just ended
        }
        this.residentBytes += residentBytes - unit.residentBytes;
        unit.residentBytes = residentBytes;
        if (residentBytes > unit.peakBytes) {
            unit.peakBytes = residentBytes;
            if (residentBytes * NEARLY > unit.markedBytes) {
                unit.markedBytes = residentBytes;
                unit.peakNanos = nowNanos;
            }
        }
        return this.residentBytes > capacityBytes ? victim() : null;
    }

    /** Memory that the running units have now [bytes]. */
    public long residentBytes() {
        return residentBytes;
    }

    /** The unit that has lost least when it is ended: the youngest without memory of its own, else the youngest. */
    private @Nullable Ticket victim() {
        Ticket chosen = null;
        for (Ticket each : running) {
            boolean free = each.ownBytes == 0 && each.residentBytes > 0;
            boolean chosenFree = chosen != null && chosen.ownBytes == 0;
            if (chosen == null
                    || (free && !chosenFree)
                    || (free == chosenFree && each.startNanos >= chosen.startNanos)) {
                chosen = each;
            }
        }
        return chosen;
    }

    /**
     * Ends a unit.
     *
     * @param peakBytes its largest memory, if others have seen more than {@link #uses} was told; else 0
     * @param whole whether it ran to its end, so that its memory tells that of its kind
     */
    public void ended(Ticket unit, long peakBytes, boolean whole) {
        running.remove(unit);
        residentBytes -= unit.residentBytes;
        unit.residentBytes = 0;
        unit.peakBytes = Math.max(unit.peakBytes, peakBytes);
        margin = !unit.kind.isKnown()
                ? margin
                : whole ? Math.max(0, margin - LESS_MARGIN) : Math.min(MOST_MARGIN, margin + MORE_MARGIN);
        if (whole && unit.peakBytes > 0) {
            unit.kind.add(unit.peakBytes, unit.peakNanos - unit.startNanos);
        }
    }

    /**
     * The memory that a unit gets for itself after it was ended for its memory [bytes]: twice as much as before, at
     * most all; 0 if it has had all, so that it does not fit on this host.
     */
    public long again(Ticket unit) {
        if (unit.ownBytes >= capacityBytes || unit.peakBytes >= capacityBytes) {
            return 0;
        }
        double before = unit.ownBytes > 0
                ? unit.ownBytes
                : unit.kind.isKnown()
                        ? Math.min(unit.kind.highBytes, unit.peakBytes)
                        : Math.min(shareBytes(), unit.peakBytes);
        return (long) Math.min(capacityBytes, Math.max(2 * before, unit.peakBytes));
    }
}
