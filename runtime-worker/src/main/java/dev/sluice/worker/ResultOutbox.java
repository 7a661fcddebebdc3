package dev.sluice.worker;

import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.Session;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.UnitFailed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What leaves this worker about units, and what it still answers for. Numbers results in the order in which they leave,
 * keeps them until they are acknowledged, holds slots back when too many bytes are on the way, and sends everything
 * again on the session after a broken one. Safe for any thread; one lock keeps numbers, order and ledger in step.
 */
final class ResultOutbox {
    private static final class Kept {
        final Outgoing what;
        /** Its number in this session; 0 while it has not been sent in it. */
        long sequence;

        Kept(Outgoing what) {
            this.what = what;
        }
    }

    /** What a registration says is held, of cycle {@code cycle}, or -1 for none. */
    record Holdings(int cycle, List<HeldUnits> working, List<ResultRun> finished) {}

    /** What a beat says: the newest numbers and the units they leave here. */
    record Digest(long assignSequence, long resultSequence, long unitsHeld) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final HeldLedger ledger = new HeldLedger();
    private final Deque<Kept> kept = new ArrayDeque<>();
    private @Nullable Session session;
    private int cycle = -1;
    private long keptBytes;
    private long windowBytes;
    private long resultSequence;
    private long assignSequence;
    private long assignedNanos;
    private boolean closed;

    /** A cycle's setup has come: only results of this cycle count from now on. */
    void beginCycle(int number) {
        locked(() -> {
            ledger.clear();
            cycle = number;
            room.signalAll();
        });
    }

    /** The cycle is over: nothing of it is held any more. What is on the way stays until it is acknowledged. */
    void endCycle() {
        beginCycle(-1);
    }

    /** Units were assigned. False when the worker has one of them already. */
    boolean assigned(long sequence, AttemptRun run, long first, long end, long nowNanos) {
        lock.lock();
        try {
            assignSequence = sequence;
            assignedNanos = nowNanos;
            return ledger.add(run, first, end);
        } finally {
            lock.unlock();
        }
    }

    /** Units were handed back. */
    void handedBack(List<HeldUnits> units) {
        locked(() ->
                units.forEach(held -> ledger.remove(held.attempt(), held.nonce(), held.firstUnit(), held.units())));
    }

    /**
     * Sends, or keeps until there is a session; waits while too much is on the way. Drops what is of an ended cycle.
     * Slots only.
     */
    void send(Outgoing what) {
        lock.lock();
        try {
            while (!closed && what.cycle() == cycle && !fits(what.bytes())) {
                room.awaitUninterruptibly();
            }
            put(what);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #send}, but whatever is on the way: for the last word of a process. */
    void sendNow(Outgoing what) {
        locked(() -> put(what));
    }

    /** As {@link #send}, but does not wait: takes what the supplier has only if there is room. */
    void sendIfRoom(long expectedBytes, Supplier<@Nullable ? extends Outgoing> source) {
        lock.lock();
        try {
            if (fits(expectedBytes)) {
                Outgoing what = source.get();
                if (what != null) {
                    put(what);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Everything up to {@code sequence} is safe. False when that was never sent. */
    boolean acknowledged(long sequence, long window) {
        lock.lock();
        try {
            if (sequence > resultSequence) {
                return false;
            }
            windowBytes = window;
            while (!kept.isEmpty() && kept.getFirst().sequence != 0 && kept.getFirst().sequence <= sequence) {
                forget(kept.removeFirst());
            }
            room.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The session broke: what was sent and not acknowledged is to be sent again. */
    void detach() {
        locked(() -> {
            session = null;
            kept.forEach(each -> each.sequence = 0);
        });
    }

    /** What to tell the master on a new session. Results of ended cycles are forgotten here. */
    Holdings holdings() {
        lock.lock();
        try {
            List<ResultRun> finished = new ArrayList<>();
            for (Iterator<Kept> each = kept.iterator(); each.hasNext(); ) {
                Kept next = each.next();
                if (next.what.cycle() == cycle) {
                    finished.addAll(next.what.runs());
                } else {
                    each.remove();
                    forget(next);
                }
            }
            return new Holdings(cycle, ledger.held(), finished);
        } finally {
            lock.unlock();
        }
    }

    /**
     * A session is registered: numbers start again, what the master does not want is forgotten, the rest is sent again.
     */
    void attach(Session next, long window, List<HeldUnits> drop) {
        locked(() -> {
            for (HeldUnits units : drop) {
                ledger.remove(units.attempt(), units.nonce(), units.firstUnit(), units.units());
                kept.removeIf(each -> unwanted(each, units));
            }
            session = next;
            windowBytes = window;
            resultSequence = 0;
            assignSequence = 0;
            kept.forEach(this::transmit);
            room.signalAll();
        });
    }

    /** The newest numbers, and what is held at this instant. */
    Digest digest() {
        lock.lock();
        try {
            return new Digest(assignSequence, resultSequence, ledger.units());
        } finally {
            lock.unlock();
        }
    }

    /** What is held at this instant. */
    List<HeldUnits> held() {
        lock.lock();
        try {
            return ledger.held();
        } finally {
            lock.unlock();
        }
    }

    /** Whether everything that left has been acknowledged. */
    boolean delivered() {
        lock.lock();
        try {
            return kept.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** The worker ends: nothing is sent or kept any more, and nobody waits. */
    void close() {
        locked(() -> {
            closed = true;
            session = null;
            kept.forEach(this::forget);
            kept.clear();
            room.signalAll();
        });
    }

    private boolean fits(long bytes) {
        return keptBytes == 0 || keptBytes + bytes <= windowBytes;
    }

    private void put(Outgoing what) {
        if (closed || what.cycle() != cycle) {
            what.release();
            return;
        }
        for (ResultRun run : what.runs()) {
            ledger.remove(run.attempt(), run.nonce(), run.firstUnit(), run.units());
        }
        Kept entry = new Kept(what);
        kept.addLast(entry);
        keptBytes += what.bytes();
        if (session != null) {
            transmit(entry);
        }
    }

    private void transmit(Kept entry) {
        Session open = session;
        if (open == null) {
            return;
        }
        entry.sequence = ++resultSequence;
        if (entry.what instanceof Outgoing.Batch batch) {
            long heldNanos = assignSequence == 0 ? 0 : Math.max(0, System.nanoTime() - assignedNanos);
            open.send(new Results(
                    batch.cycle(),
                    entry.sequence,
                    assignSequence,
                    heldNanos,
                    batch.runs(),
                    batch.results().retain()));
        } else if (entry.what instanceof Outgoing.Failure failed) {
            open.send(new UnitFailed(
                    failed.cycle(),
                    entry.sequence,
                    failed.unit(),
                    failed.code(),
                    failed.type(),
                    failed.message(),
                    failed.stack()));
        }
    }

    private boolean unwanted(Kept entry, HeldUnits units) {
        boolean all = entry.what.runs().stream()
                .allMatch(run -> run.nonce() == units.nonce()
                        && run.firstUnit() >= units.firstUnit()
                        && run.endUnit() <= units.endUnit());
        if (all) {
            forget(entry);
        }
        return all;
    }

    private void forget(Kept entry) {
        keptBytes -= entry.what.bytes();
        entry.what.release();
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }
}
