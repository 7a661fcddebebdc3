package dev.sluice.worker.slot;

import dev.sluice.api.unit.MemoryShares;
import dev.sluice.model.policy.MemoryPacking;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Shares the memory of this host among the units of its slots, in the order in which they ask. Any thread. */
public final class MemoryDesk implements MemoryShares {
    /** Part of the free memory that units get; the rest is for the worker and for others. */
    private static final double USABLE = 0.9;

    /** All units of a run of commands are of one kind. */
    private static final long KIND = 0;

    private static final long LOOK_NANOS = 1_000_000_000L;
    private static final long LOOK_MILLIS = 200;

    private final LongSupplier clock;
    private final LongSupplier freeBytes;
    private final long firstBytes;
    private final MemoryPacking packing;

    /** Requests that wait, the oldest first; guarded by this, as all that follows. */
    private final Deque<Object> waiting = new ArrayDeque<>();

    private final Map<MemoryPacking.Ticket, Runnable> stops = new IdentityHashMap<>();
    private long lookedNanos;

    /**
     * An idle host.
     *
     * @param clock monotonic [ns]
     * @param freeBytes memory that new processes could take now [bytes]
     */
    public MemoryDesk(int slots, LongSupplier clock, LongSupplier freeBytes) {
        this.clock = clock;
        this.freeBytes = freeBytes;
        this.firstBytes = (long) (USABLE * freeBytes.getAsLong());
        this.packing = new MemoryPacking(firstBytes, slots);
        this.lookedNanos = clock.getAsLong();
    }

    @Override
    public synchronized Share begin(long ownBytes, Runnable stop) throws InterruptedException {
        Object turn = new Object();
        waiting.add(turn);
        try {
            while (true) {
                look();
                MemoryPacking.Ticket ticket =
                        waiting.peek() == turn ? packing.admit(KIND, ownBytes, clock.getAsLong()) : null;
                if (ticket != null) {
                    stops.put(ticket, stop);
                    return new Part(ticket);
                }
                wait(LOOK_MILLIS);
            }
        } finally {
            waiting.remove(turn);
            notifyAll();
        }
    }

    /** Gives back to others what they use of the host meanwhile. */
    private void look() {
        long now = clock.getAsLong();
        if (now - lookedNanos >= LOOK_NANOS) {
            lookedNanos = now;
            long free = freeBytes.getAsLong();
            packing.capacity(Math.max(1, Math.min(firstBytes, packing.residentBytes() + (long) (USABLE * free))));
        }
    }

    private synchronized void uses(MemoryPacking.Ticket unit, long residentBytes) {
        look();
        MemoryPacking.@Nullable Ticket victim = packing.uses(unit, residentBytes, clock.getAsLong());
        Runnable stop = victim == null ? null : stops.remove(victim);
        if (stop != null) {
            stop.run();
        }
    }

    private synchronized long end(MemoryPacking.Ticket unit, long peakBytes, boolean ended) {
        stops.remove(unit);
        packing.ended(unit, peakBytes, !ended);
        notifyAll();
        return ended ? packing.again(unit) : 0;
    }

    private final class Part implements Share {
        private final MemoryPacking.Ticket ticket;

        private Part(MemoryPacking.Ticket ticket) {
            this.ticket = ticket;
        }

        @Override
        public void uses(long residentBytes) {
            MemoryDesk.this.uses(ticket, residentBytes);
        }

        @Override
        public long end(long peakBytes, boolean ended) {
            return MemoryDesk.this.end(ticket, peakBytes, ended);
        }
    }
}
