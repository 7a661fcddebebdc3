package dev.sluice.model.delivery;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides when the setup of a cycle leaves for each worker. All setups share the port of their master: sent at the same
 * time they all arrive at the end, sent in turn the first workers compute while the others wait.
 *
 * <p>The queue keeps as few setups in transit as fill the port. It doubles their number while that raises the total
 * rate by half or slows down none of the earlier ones, because receivers may be slower than the port. A setup that
 * makes no progress for a second does not count, so that a dead worker blocks nobody for longer. A worker that was slow
 * to take its setup gets the next one first and beside the others, because it leaves most of the port to them. Confined
 * to the loop of its master.
 *
 * @param <T> names a worker
 */
public final class SetupQueue<T> {
    /** A smaller setup leaves at once: its transfer is too short for its place in the order to matter [bytes]. */
    public static final long AT_ONCE_BYTES = 262_144;

    /** Time between two looks at the progress while setups wait [ns]. */
    public static final long LOOK_NANOS = 10_000_000L;

    /** A setup without progress for this long does not count any more [ns]. */
    static final long STALL_NANOS = 1_000_000_000L;

    /** The total rate must grow by this factor to keep twice as many setups in transit. */
    private static final double PAYS = 1.5;

    /** Earlier setups in transit must keep this part of their rate to count as not slowed down. */
    private static final double KEPT = 0.85;

    /** Below this fraction of the best rate the port has room for another setup. */
    private static final double HOLE = 0.5;

    /** Cycles after which the number in transit is tested again. */
    private static final int TESTED_CYCLES = 16;

    private record Waiting<T>(T to, double rank) {}

    private static final class Transit {
        private final long fromNanos;

        /** True if the setup counts among those that fill the port. */
        private boolean counts;

        private long seenBytes;
        private long movedNanos;

        /** Rate in the last interval that was all its own; 0 before [bytes/ns]. */
        private double rate;

        private Transit(long nowNanos, boolean counts) {
            this.fromNanos = nowNanos;
            this.movedNanos = nowNanos;
            this.counts = counts;
        }
    }

    private final SetupOrder order;
    private final long grainBytes;
    private final List<Waiting<T>> waiting = new ArrayList<>();
    private final Map<T, Transit> transit = new LinkedHashMap<>();

    /** Workers that take less than their part of what the port gives. */
    private final Set<T> slow = new HashSet<>();

    private long setupBytes;
    private long windowNanos;
    private long windowBytes;

    /** Setups that fill the port, as far as was tested. */
    private int limit = 1;

    /** Setups that may be in transit now. */
    private int allowed = 1;

    private int cycles;
    private boolean testing;
    private double before;
    private double best;

    /** @param grainBytes of each setup that leave the master between two looks that are compared */
    public SetupQueue(SetupOrder order, long grainBytes) {
        this.order = order;
        this.grainBytes = grainBytes;
    }

    /** Begins a cycle with a setup of so many bytes. The setups of the last cycle are forgotten. */
    public void begin(long bytes, long nowNanos) {
        clear();
        setupBytes = bytes;
        if (inTurn()) {
            testing = cycles++ % TESTED_CYCLES == 0;
            limit = testing ? Math.max(1, limit / 2) : limit;
            allowed = limit;
            before = 0;
            restart(nowNanos);
        }
    }

    /** Forgets all setups, because the cycle is over. */
    public void clear() {
        waiting.clear();
        transit.clear();
    }

    /** True if the setups of this cycle leave in turn. If not, each leaves when it is offered. */
    public boolean inTurn() {
        return order == SetupOrder.IN_TURN && setupBytes > AT_ONCE_BYTES;
    }

    /**
     * Adds a worker that needs the setup.
     *
     * @param speed of all its slots, relative to others; the fastest worker is first
     */
    public void offer(T to, double speed) {
        double rank = slow.contains(to) ? Double.POSITIVE_INFINITY : speed;
        int place = waiting.size();
        while (place > 0 && waiting.get(place - 1).rank < rank) {
            place--;
        }
        waiting.add(place, new Waiting<>(to, rank));
    }

    /** Takes the next worker to which the setup may leave now; null if none may. */
    public @Nullable T next(long nowNanos) {
        if (waiting.isEmpty()) {
            return null;
        }
        T to = waiting.get(0).to;
        if (inTurn()) {
            boolean counts = !slow.contains(to);
            if (counts && counting() >= allowed) {
                return null;
            }
            transit.put(to, new Transit(nowNanos, counts));
        }
        waiting.remove(0);
        return to;
    }

    private int counting() {
        int count = 0;
        for (Transit each : transit.values()) {
            count += each.counts ? 1 : 0;
        }
        return count;
    }

    /** True while setups wait, so that the owner must look again after {@link #LOOK_NANOS}. */
    public boolean waits() {
        return !waiting.isEmpty();
    }

    /** The workers whose setups are in transit; a copy. */
    public List<T> inTransit() {
        return new ArrayList<>(transit.keySet());
    }

    /** Records that the setup has left the master, or that the worker has answered. Returns false if it was known. */
    public boolean left(T to, long nowNanos) {
        Transit done = transit.remove(to);
        if (done == null) {
            return false;
        }
        windowBytes += setupBytes - done.seenBytes;
        double rate = setupBytes / (double) Math.max(1, nowNanos - done.fromNanos);
        if (rate < HOLE * best / Math.max(allowed, counting() + 1)) {
            slow.add(to);
        } else {
            slow.remove(to);
        }
        return true;
    }

    /** Forgets a worker that is gone. */
    public void gone(T to) {
        transit.remove(to);
        slow.remove(to);
        waiting.removeIf(each -> each.to.equals(to));
    }

    /**
     * Looks at the progress, and decides how many setups may be in transit from now on.
     *
     * @param sentBytes bytes of the setup in transit to a worker that have left this master
     */
    public void look(long nowNanos, ToLongFunction<T> sentBytes) {
        long elapsed = nowNanos - windowNanos;
        if (elapsed < LOOK_NANOS / 2 || waiting.isEmpty()) {
            return;
        }
        long bytes = windowBytes;
        for (Map.Entry<T, Transit> each : transit.entrySet()) {
            bytes += more(each.getValue(), sentBytes.applyAsLong(each.getKey()));
        }
        int counting = counting();
        if (bytes < grainBytes * Math.max(1, counting) && elapsed < STALL_NANOS) {
            return;
        }
        double earlier = 0;
        double nowOfEarlier = 0;
        for (Map.Entry<T, Transit> each : transit.entrySet()) {
            Transit one = each.getValue();
            long sent = sentBytes.applyAsLong(each.getKey());
            double rate = more(one, sent) / (double) elapsed;
            if (one.rate > 0) {
                earlier += one.rate;
                nowOfEarlier += rate;
            }
            one.rate = one.fromNanos <= windowNanos ? rate : 0;
            settle(one, sent, nowNanos);
        }
        if (counting >= allowed) {
            decide(bytes / (double) elapsed, earlier > 0 && nowOfEarlier >= KEPT * earlier);
        }
        restart(nowNanos);
    }

    private long more(Transit of, long sent) {
        return Math.max(0, Math.min(sent, setupBytes) - of.seenBytes);
    }

    private void settle(Transit of, long sent, long nowNanos) {
        if (more(of, sent) > 0) {
            of.seenBytes = Math.min(sent, setupBytes);
            of.movedNanos = nowNanos;
        } else if (nowNanos - of.movedNanos >= STALL_NANOS) {
            of.counts = false;
        }
    }

    private void decide(double rate, boolean room) {
        if (testing && before > 0 && rate < PAYS * before && !room) {
            testing = false;
            allowed = limit;
        } else if (testing) {
            limit = before > 0 ? allowed : limit;
            before = rate;
            allowed = 2 * limit;
        } else {
            allowed = rate < HOLE * best ? counting() + 1 : limit;
        }
        best = Math.max(rate, HOLE * best);
    }

    private void restart(long nowNanos) {
        windowNanos = nowNanos;
        windowBytes = 0;
    }
}
