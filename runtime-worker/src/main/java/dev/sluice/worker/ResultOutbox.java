package dev.sluice.worker;

import dev.sluice.api.ApplicationException;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.Payload;
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
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What leaves this worker about units, and what it still answers for. Numbers results in the order in which they leave,
 * keeps them until they are acknowledged, holds slots back when too many bytes are on the way, and sends everything
 * again on the session after a broken one. Where results are collected at the end of the cycle, it keeps them until
 * then and says meanwhile which units are computed. Safe for any thread; one lock keeps numbers, order and ledger in
 * step.
 */
final class ResultOutbox {
    private static final class Kept {
        final Outgoing what;
        /** Its number in this session; 0 while it has not been sent in it. */
        long sequence;
        /** Under which name it was granted in this session; 0 when it needed no grant. */
        long offer;

        Kept(Outgoing what, long offer) {
            this.what = what;
            this.offer = offer;
        }
    }

    /** What a registration says is held, of cycle {@code cycle}, or -1 for none. */
    record Holdings(int cycle, List<HeldUnits> working, List<ResultRun> finished) {}

    /** What a beat says: the newest numbers and the units they leave here. */
    record Digest(long assignSequence, long resultSequence, long unitsHeld) {}

    /** Runs named in one message at most. */
    private static final int RUNS_TOLD = 4_096;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final HeldLedger ledger = new HeldLedger();
    private final Deque<Kept> kept = new ArrayDeque<>();
    private final Keep keep;
    private final Offered offered = new Offered();
    private long offerAbove = Long.MAX_VALUE;
    /** Units whose results are folded into the value of this worker. */
    private final KeptRuns folded = new KeptRuns();

    private boolean keeps;
    private volatile @Nullable Folding folding;
    private volatile Consumer<WorkerException> mergeFailed = e -> {};
    private @Nullable Session session;
    private int cycle = -1;
    private long keptBytes;
    private long windowBytes;
    private long resultSequence;
    private long assignSequence;
    private long assignedNanos;
    private boolean closed;

    /** @param keepBytes results of a cycle that are kept in memory before a file is used [bytes] */
    ResultOutbox(long keepBytes) {
        this.keep = new Keep(keepBytes, new Spill());
    }

    /** How results travel, told before the first; {@code failed} is told, on any thread, when they cannot be merged. */
    void mode(boolean keepsThem, @Nullable Folding into, Consumer<WorkerException> failed) {
        locked(() -> {
            keeps = keepsThem;
            folding = into;
            mergeFailed = failed;
        });
    }

    /** A cycle's setup has come: only results of this cycle count from now on. */
    void beginCycle(int number) {
        locked(() -> {
            ledger.clear();
            keep.clear();
            folded.clear();
            offered.remove(what -> what.cycle() != number).forEach(this::forget);
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
        if (what instanceof Outgoing.Fold fold) {
            foldIn(fold);
            return;
        }
        lock.lock();
        try {
            while (!closed && what.cycle() == cycle && !isKept(what) && !fits(what.bytes())) {
                room.awaitUninterruptibly();
            }
            put(what);
        } finally {
            lock.unlock();
        }
    }

    private boolean isKept(Outgoing what) {
        return keeps && what instanceof Outgoing.Batch;
    }

    private void foldIn(Outgoing.Fold fold) {
        Folding into = folding;
        if (into == null) {
            throw new IllegalStateException("a folded result (expected: an accumulation)");
        }
        try {
            into.add(fold, () -> foldedIn(fold));
        } catch (ApplicationException e) {
            mergeFailed.accept(new WorkerException(ErrorCode.APPLICATION_FAILED, "accumulation: " + e.getMessage(), e));
        }
    }

    private boolean foldedIn(Outgoing.Fold fold) {
        lock.lock();
        try {
            if (closed || fold.cycle() != cycle) {
                return false;
            }
            folded.addAll(fold.runs());
            put(new Outgoing.Completion(fold.cycle(), fold.runs()));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Sends what is kept of this cycle, waiting for room where there is none. Not on the loop. */
    void sendKept(int of) {
        Folding into = folding;
        if (into != null) {
            into.take(of, value -> {
                lock.lock();
                try {
                    put(new Outgoing.Folded(of, folded.all(), value));
                    folded.clear();
                } finally {
                    lock.unlock();
                }
            });
        }
        while (sendNextKept(of)) {
            // until nothing is kept
        }
    }

    private boolean sendNextKept(int of) {
        lock.lock();
        try {
            while (!closed && cycle == of && !keep.isEmpty() && !fits(keep.nextBytes())) {
                room.awaitUninterruptibly();
            }
            Outgoing.Batch next = closed || cycle != of ? null : keep.poll();
            if (next == null) {
                return false;
            }
            enqueue(next);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether results are kept until they are collected. */
    boolean keepsSome() {
        lock.lock();
        try {
            return !keep.isEmpty() || !folded.isEmpty();
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
        if (folding != null) {
            Outgoing fold = source.get();
            if (fold != null) {
                send(fold);
            }
            return;
        }
        lock.lock();
        try {
            if (keeps || fits(expectedBytes)) {
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
                forget(kept.removeFirst().what);
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
                    if (!(next.what instanceof Outgoing.Completion)) {
                        finished.addAll(next.what.runs());
                    }
                } else {
                    each.remove();
                    forget(next.what);
                }
            }
            finished.addAll(offered.runs());
            List<HeldUnits> working = new ArrayList<>(ledger.held());
            keptRuns().forEach(run -> working.add(KeptRuns.held(run)));
            return new Holdings(cycle, working, finished);
        } finally {
            lock.unlock();
        }
    }

    /** Units that are computed and kept. */
    private List<ResultRun> keptRuns() {
        KeptRuns runs = new KeptRuns();
        runs.addAll(keep.runs());
        runs.addAll(folded.all());
        return runs.all();
    }

    /**
     * A session is registered: numbers start again, what the master does not want is forgotten, the rest is sent again.
     * A folded value goes as it is: the master refuses it when others got some of its units.
     */
    void attach(Session next, long window, long offerAboveBytes, List<HeldUnits> drop) {
        locked(() -> {
            offerAbove = offerAboveBytes == 0 ? Long.MAX_VALUE : offerAboveBytes;
            for (HeldUnits units : drop) {
                ledger.remove(units.attempt(), units.nonce(), units.firstUnit(), units.units());
                kept.removeIf(each -> isUnwanted(each.what, units) && forget(each.what));
                offered.remove(what -> isUnwanted(what, units)).forEach(this::forget);
            }
            kept.removeIf(each -> each.what instanceof Outgoing.Completion);
            session = next;
            windowBytes = window;
            resultSequence = 0;
            assignSequence = 0;
            offered.offerAgain(next, keeps);
            for (Kept entry : List.copyOf(kept)) {
                if (entry.what.bytes() > offerAbove) {
                    kept.remove(entry);
                    offered.offer(entry.what, next, keeps);
                }
            }
            kept.forEach(this::transmit);
            List<ResultRun> computed = keptRuns();
            for (int from = 0; from < computed.size(); from += RUNS_TOLD) {
                int to = Math.min(computed.size(), from + RUNS_TOLD);
                enqueue(new Outgoing.Completion(cycle, List.copyOf(computed.subList(from, to))));
            }
            room.signalAll();
        });
    }

    /** The newest numbers, and what is held at this instant. */
    Digest digest() {
        lock.lock();
        try {
            return new Digest(assignSequence, resultSequence, ledger.units() + (keeps ? 0 : offered.units()));
        } finally {
            lock.unlock();
        }
    }

    /** What is held at this instant. */
    List<HeldUnits> held() {
        List<HeldUnits> held = new ArrayList<>();
        locked(() -> held.addAll(ledger.held()));
        return held;
    }

    /** Gives up everything that is held, computed or not; says what that was. */
    List<HeldUnits> surrender() {
        List<HeldUnits> all = new ArrayList<>();
        locked(() -> {
            all.addAll(ledger.held());
            keptRuns().forEach(run -> all.add(KeptRuns.held(run)));
            ledger.clear();
            keep.clear();
            folded.clear();
        });
        return all;
    }

    /** Whether everything that left has been acknowledged. */
    boolean delivered() {
        lock.lock();
        try {
            return kept.isEmpty() && offered.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** The worker ends: nothing is sent or kept any more, and nobody waits. */
    void close() {
        locked(() -> {
            closed = true;
            session = null;
            kept.forEach(each -> forget(each.what));
            kept.clear();
            offered.remove(what -> true).forEach(this::forget);
            keep.clear();
            folded.clear();
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
        if (what instanceof Outgoing.Batch batch && keeps) {
            keep.add(batch);
            enqueue(new Outgoing.Completion(batch.cycle(), batch.runs()));
        } else {
            enqueue(what);
        }
    }

    private void enqueue(Outgoing what) {
        keptBytes += what.bytes();
        if (what.bytes() > offerAbove) {
            offered.offer(what, session, keeps);
        } else {
            dispatch(new Kept(what, 0));
        }
    }

    /** The master lets a large result come. */
    void granted(long offer) {
        locked(() -> {
            Outgoing what = offered.granted(offer);
            if (what != null) {
                dispatch(new Kept(what, offer));
            }
        });
    }

    private void dispatch(Kept entry) {
        kept.addLast(entry);
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
            open.send(results(entry, Results.Form.EACH, batch.results().retain()));
        } else if (entry.what instanceof Outgoing.Completion) {
            open.send(results(entry, Results.Form.COMPLETED, Payload.empty()));
        } else if (entry.what instanceof Outgoing.Folded value) {
            open.send(results(entry, Results.Form.FOLDED, value.value().retain()));
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

    private Results results(Kept entry, Results.Form form, Payload bulk) {
        long heldNanos = assignSequence == 0 ? 0 : Math.max(0, System.nanoTime() - assignedNanos);
        return new Results(
                entry.what.cycle(),
                entry.sequence,
                assignSequence,
                heldNanos,
                form,
                entry.what.runs(),
                entry.offer,
                bulk);
    }

    private static boolean isUnwanted(Outgoing what, HeldUnits units) {
        return !(what instanceof Outgoing.Folded)
                && what.runs().stream()
                        .allMatch(run -> run.nonce() == units.nonce()
                                && run.firstUnit() >= units.firstUnit()
                                && run.endUnit() <= units.endUnit());
    }

    private boolean forget(Outgoing what) {
        keptBytes -= what.bytes();
        what.release();
        return true;
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
