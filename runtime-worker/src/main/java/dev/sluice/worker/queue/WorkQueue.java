package dev.sluice.worker.queue;

import dev.sluice.model.delivery.ClaimSize;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.ledger.Waits;
import dev.sluice.model.schedule.HeldUnits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of units waiting for a slot. The loop adds at the tail and takes back from the tail; slots claim from the
 * head, one lock for many units. A unit that occupies several slots waits at the head until so many take no units, and
 * others wait behind it. Callers pass the time, of one monotonic clock [ns]. Safe for any thread.
 */
public final class WorkQueue {
    /**
     * Claimed units that are not started go to an idle slot when their own slot has been busy with another unit for
     * this time [ns].
     */
    public static final long STALL_NANOS = 1_000_000L;

    private static final int SPINS = 200;

    /** The answers to a slot that looks for work. */
    public enum Look {
        /** Units were taken. */
        TAKEN,
        /** There are no units, and no other slot has unstarted ones. */
        IDLE,
        /** There are no units, but other slots hold unstarted ones: look again after {@link #STALL_NANOS}. */
        BESIDE_WAITING,
        /** The queue is closed and empty: the slot leaves. */
        CLOSED
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<QueuedRange> ranges = new ArrayDeque<>();
    private final List<SlotUnits> claims = new ArrayList<>();
    private final Deque<SlotUnits> idle = new ArrayDeque<>();
    /** The reasons for which slots take no units, by slot; null for a slot that takes them. */
    private final @Nullable Object[] held;

    private final int slots;
    private final Waits waits;
    /** Slots that units occupy; a slot whose thread was given up counts no longer. */
    private int occupied;

    private boolean open = true;
    private volatile long queued;

    public WorkQueue(int slots) {
        this.slots = slots;
        this.held = new Object[slots];
        this.waits = new Waits(slots);
    }

    /** Records an event that tells why idle slots waited. */
    public void noteWaits(Consumer<Waits> event) {
        lock.lock();
        try {
            event.accept(waits);
        } finally {
            lock.unlock();
        }
    }

    /** Waiting time of slots here, by cause. */
    public CauseTimes waits(long nowNanos) {
        lock.lock();
        try {
            return waits.times(nowNanos);
        } finally {
            lock.unlock();
        }
    }

    /** Number of units that no slot has taken. */
    public long queued() {
        return queued;
    }

    /** Registers a slot's claim, so that idle slots can take units over from it. */
    public void enter(SlotUnits claim) {
        lock.lock();
        try {
            claims.add(claim);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds at the tail and wakes as many slots as there are units. Owns the range's payload from here on; drops it when
     * closed.
     *
     * @param lull the master's account of the time before
     */
    public void add(QueuedRange range, Lull lull, long nowNanos) {
        List<SlotUnits> woken;
        lock.lock();
        try {
            if (!open) {
                range.inputs.release();
                return;
            }
            waits.assigned(nowNanos, lull, range.inputs.arrivingNanos());
            ranges.addLast(range);
            queued += range.units();
            woken = wake(range.units());
        } finally {
            lock.unlock();
        }
        woken.forEach(SlotUnits::wake);
    }

    /** Fills the claim if there is work now; {@code forecastNanos} is the expected time of one unit [ns]. */
    public boolean tryClaim(SlotUnits claim, long forecastNanos, long nowNanos) {
        List<SlotUnits> woken;
        boolean taken;
        lock.lock();
        try {
            boolean wide = empty(claim);
            taken = !isHeld(claim) && take(claim, forecastNanos, nowNanos);
            woken = wide || claim.occupied > 1 ? wakeForRoom() : List.of();
        } finally {
            lock.unlock();
        }
        woken.forEach(SlotUnits::wake);
        return taken;
    }

    /** Ends the use of the claim's inputs and slots; returns whether it had more than one slot. */
    private boolean empty(SlotUnits claim) {
        boolean wide = claim.occupied > 1;
        occupied -= claim.occupied;
        claim.occupied = 0;
        claim.clear();
        return wide;
    }

    /** Wakes slots for units that may have waited for a wide one. */
    private List<SlotUnits> wakeForRoom() {
        if (!open) {
            return wake(Long.MAX_VALUE);
        }
        return ranges.isEmpty() ? List.of() : wake(Math.max(0, slots - occupied));
    }

    /**
     * Looks for work without blocking. A slot that finds none is woken when there may be some.
     *
     * @param largeOnTheWay whether large results of this worker are in transit
     * @param first whether the slot has just become idle
     */
    public Look look(SlotUnits claim, long forecastNanos, boolean largeOnTheWay, boolean first, long nowNanos) {
        List<SlotUnits> woken = List.of();
        lock.lock();
        try {
            boolean wide = empty(claim);
            boolean mayTake = !isHeld(claim);
            boolean taken = mayTake && take(claim, forecastNanos, nowNanos);
            woken = wide || claim.occupied > 1 ? wakeForRoom() : List.of();
            if (taken) {
                waits.busy(claim.slot());
                return Look.TAKEN;
            }
            if (first) {
                waits.idle(claim.slot(), nowNanos, largeOnTheWay);
            }
            if (!open && ranges.isEmpty()) {
                claims.remove(claim);
                return Look.CLOSED;
            }
            boolean mayTakeOver = claims.stream().anyMatch(other -> other.unstarted() > 0);
            claim.signalled = false;
            if (!mayTake) {
                return Look.IDLE; // only the answer wakes it
            }
            idle.addLast(claim);
            return mayTakeOver ? Look.BESIDE_WAITING : Look.IDLE;
        } finally {
            lock.unlock();
            woken.forEach(SlotUnits::wake);
        }
    }

    /**
     * Blocks the slot's own thread after a look that found no units, until it should look again.
     *
     * @param found the answer to that look
     */
    public void park(SlotUnits claim, Look found) {
        for (int spin = 0; spin < SPINS && !claim.signalled; spin++) {
            Thread.onSpinWait();
        }
        if (!claim.signalled) {
            Thread.interrupted(); // user code may have left the flag set, and park would return at once
            if (found == Look.BESIDE_WAITING) {
                LockSupport.parkNanos(this, STALL_NANOS);
            } else {
                LockSupport.park(this);
            }
        }
        endWait(claim);
    }

    /** Ends the wait of a slot, which was signalled or looks again. */
    public void endWait(SlotUnits claim) {
        lock.lock();
        try {
            if (!claim.signalled) {
                idle.remove(claim);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets the slot of this claim, or the one that takes its place, take no units until the returned task is run. What
     * the slot has not started goes to others. Any thread; so is the task, which may be run more than once.
     */
    public Runnable hold(SlotUnits claim) {
        Object reason = new Object();
        List<SlotUnits> woken = List.of();
        lock.lock();
        try {
            held[claim.slot()] = reason;
            if (reclaim(claim)) {
                woken = wake(ranges.getFirst().units());
            }
        } finally {
            lock.unlock();
        }
        woken.forEach(SlotUnits::wake);
        return () -> goOn(claim.slot(), reason);
    }

    private boolean isHeld(SlotUnits claim) {
        return open && held[claim.slot()] != null;
    }

    private void goOn(int slot, Object reason) {
        List<SlotUnits> woken = List.of();
        lock.lock();
        try {
            if (held[slot] == reason) {
                woken = release(slot);
            }
        } finally {
            lock.unlock();
        }
        woken.forEach(SlotUnits::wake);
    }

    /** Lets a slot that is held take units again; returns its claim, to be woken. */
    private List<SlotUnits> release(int slot) {
        held[slot] = null;
        List<SlotUnits> found =
                claims.stream().filter(claim -> claim.slot() == slot).toList();
        found.forEach(claim -> claim.signalled = true);
        return found;
    }

    /** Passes a slot's unstarted units to others, because its thread was given up. Any thread. */
    public void abandon(SlotUnits claim) {
        List<SlotUnits> woken = List.of();
        lock.lock();
        try {
            claims.remove(claim);
            occupied -= claim.occupied;
            claim.occupied = 0;
            reclaim(claim);
            woken = wakeForRoom();
        } finally {
            lock.unlock();
        }
        woken.forEach(SlotUnits::wake);
    }

    /** Ends the use of the inputs by a thread that was given up. */
    public void leave(SlotUnits claim) {
        lock.lock();
        try {
            empty(claim);
        } finally {
            lock.unlock();
        }
    }

    /** Takes back at most {@code units} units that no slot has started, last ones first; returns them. */
    public List<HeldUnits> takeBack(long units) {
        List<HeldUnits> taken = new ArrayList<>();
        lock.lock();
        try {
            long left = units - takeTail(units, taken);
            for (int index = claims.size() - 1; index >= 0 && left > 0; index--) {
                if (reclaim(claims.get(index))) {
                    left -= takeTail(left, taken);
                }
            }
        } finally {
            lock.unlock();
        }
        return taken;
    }

    /** Drops the named units that are not started, because the master gave them to another worker. */
    public void drop(List<HeldUnits> unwanted) {
        lock.lock();
        try {
            claims.forEach(this::reclaim);
            for (HeldUnits units : unwanted) {
                List<QueuedRange> rest = new ArrayList<>(ranges.size());
                ranges.forEach(range -> rest.addAll(range.overlaps(units) ? range.without(units) : List.of(range)));
                ranges.clear();
                ranges.addAll(rest);
            }
            queued = ranges.stream().mapToLong(QueuedRange::units).sum();
        } finally {
            lock.unlock();
        }
    }

    /** Drops all units that are not started. */
    public void clear() {
        lock.lock();
        try {
            claims.forEach(this::reclaim);
            ranges.forEach(range -> range.inputs.release());
            ranges.clear();
            queued = 0;
        } finally {
            lock.unlock();
        }
    }

    /** Accepts no more units; slots leave when the queue is empty. */
    public void close() {
        List<SlotUnits> woken;
        lock.lock();
        try {
            open = false;
            woken = new ArrayList<>(wake(Long.MAX_VALUE));
            for (int slot = 0; slot < slots; slot++) {
                if (held[slot] != null) {
                    woken.addAll(release(slot));
                }
            }
        } finally {
            lock.unlock();
        }
        woken.forEach(SlotUnits::wake);
    }

    private List<SlotUnits> wake(long units) {
        List<SlotUnits> woken = List.of();
        while (woken.size() < units && !idle.isEmpty()) {
            if (woken.isEmpty()) {
                woken = new ArrayList<>();
            }
            SlotUnits claim = idle.removeLast();
            claim.signalled = true;
            woken.add(claim);
        }
        return woken;
    }

    private boolean take(SlotUnits claim, long forecastNanos, long nowNanos) {
        if (ranges.isEmpty()) {
            for (SlotUnits other : claims) {
                if (other != claim && other.stalled(nowNanos, STALL_NANOS) && reclaim(other)) {
                    break;
                }
            }
        }
        QueuedRange head = ranges.peekFirst();
        if (head == null) {
            return false;
        }
        int wanted = Math.min(slots, head.run.needs().processors());
        if (occupied + wanted > slots) {
            return false;
        }
        occupied += wanted;
        claim.occupied = wanted;
        int units = wanted > 1 ? 1 : (int) Math.min(head.units(), ClaimSize.units(forecastNanos, queued, slots));
        claim.take(head, units, nowNanos);
        queued -= units;
        if (head.units() == 0) {
            ranges.removeFirst();
            head.inputs.release();
        }
        return true;
    }

    private boolean reclaim(SlotUnits claim) {
        QueuedRange rest = claim.cut();
        if (rest == null) {
            return false;
        }
        ranges.addFirst(rest);
        queued += rest.units();
        return true;
    }

    private long takeTail(long units, List<HeldUnits> taken) {
        long left = units;
        while (left > 0 && !ranges.isEmpty()) {
            QueuedRange tail = ranges.getLast();
            long count = Math.min(left, tail.units());
            taken.add(tail.cutTail(count));
            left -= count;
            queued -= count;
            if (tail.units() == 0) {
                ranges.removeLast();
                tail.inputs.release();
            }
        }
        return units - left;
    }
}
