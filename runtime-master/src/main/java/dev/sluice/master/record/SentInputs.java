package dev.sluice.master.record;

import dev.sluice.model.WorkerId;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/**
 * Remembers when inputs were sent and how large they were, until the results of their units arrive. It costs an entry
 * for each message with inputs, and nothing before {@link #follow}. Confined to the master loop, except for methods
 * that name another thread.
 */
public final class SentInputs {
    /** Messages that are remembered for one worker. */
    private static final int MOST_EACH = 1 << 14;

    /** A message with the inputs of consecutive units. */
    private record Message(WorkerId worker, int cycle, long firstUnit, int units, long bytes, long nanos) {
        private long end() {
            return firstUnit + units;
        }
    }

    /** A message, and the number of its units whose results have not arrived. */
    private static final class Awaited {
        private final Message message;
        private long left;

        private Awaited(Message message) {
            this.message = message;
            this.left = message.units;
        }
    }

    /**
     * The inputs of consecutive units.
     *
     * @param sentNanos when the first of them was sent, by the master's clock [ns]; -1 if it is not known
     * @param bytes of all of them; those of a message are divided equally among its units. -1 if it is not known
     */
    public record Inputs(long sentNanos, long bytes) {
        /** Nothing is known. */
        public static final Inputs UNKNOWN = new Inputs(-1, -1);
    }

    private final LongSupplier clock;
    private final Queue<Message> fresh = new ConcurrentLinkedQueue<>();
    private final Map<WorkerId, TreeMap<Long, Awaited>> byWorker = new HashMap<>();
    private int cycle = -1;
    private volatile boolean followed;

    /** @param clock monotonic [ns], of any thread */
    public SentInputs(LongSupplier clock) {
        this.clock = clock;
    }

    /** Begins to remember; before the first input. */
    public void follow() {
        followed = true;
    }

    /** Records inputs that are being sent. Any thread. */
    public void sent(WorkerId worker, int ofCycle, long firstUnit, int units, long bytes) {
        if (followed) {
            fresh.add(new Message(worker, ofCycle, firstUnit, units, bytes, clock.getAsLong()));
        }
    }

    private void takeFresh() {
        for (Message next = fresh.poll(); next != null; next = fresh.poll()) {
            if (next.cycle > cycle) {
                byWorker.clear();
                cycle = next.cycle;
            }
            TreeMap<Long, Awaited> its = byWorker.computeIfAbsent(next.worker, unused -> new TreeMap<>());
            if (next.cycle == cycle) {
                its.put(next.firstUnit, new Awaited(next));
            }
            if (its.size() > MOST_EACH) { // units that went elsewhere
                its.pollFirstEntry();
            }
        }
    }

    /** Finds the inputs of units whose results have arrived, and forgets messages all of whose units have come. */
    public Inputs of(WorkerId worker, int ofCycle, long firstUnit, long end) {
        takeFresh();
        TreeMap<Long, Awaited> its = byWorker.get(worker);
        if (its == null || ofCycle != cycle) {
            return Inputs.UNKNOWN;
        }
        Long from = its.floorKey(firstUnit);
        if (from == null) {
            return Inputs.UNKNOWN;
        }
        long sentNanos = -1;
        long at = firstUnit;
        double bytes = 0;
        for (Awaited awaited : its.subMap(from, end).values()) {
            Message next = awaited.message;
            if (next.firstUnit > at || next.end() <= at) {
                continue;
            }
            sentNanos = sentNanos < 0 ? next.nanos : sentNanos;
            long part = Math.min(end, next.end()) - at;
            bytes += (double) next.bytes * part / next.units;
            awaited.left -= part;
            at += part;
        }
        its.subMap(from, end).values().removeIf(message -> message.left <= 0);
        return new Inputs(sentNanos, at == end ? Math.round(bytes) : -1);
    }

    /** Forgets a worker that is gone. */
    public void gone(WorkerId worker) {
        takeFresh();
        byWorker.remove(worker);
    }
}
