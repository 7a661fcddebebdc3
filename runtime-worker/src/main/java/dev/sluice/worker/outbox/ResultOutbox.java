package dev.sluice.worker.outbox;

import dev.sluice.api.ApplicationException;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.delivery.LargeResults;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.SendStalls;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.parent.Outgoing;
import dev.sluice.net.parent.Transit;
import dev.sluice.net.session.Session;
import dev.sluice.worker.unit.WorkerException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends results and failures, and tracks the units for which this worker is responsible. Blocks slots when too many
 * bytes are in transit, and passes the rest on to {@link Transit}. When results are collected at the end of the cycle,
 * it keeps them until then and reports which units are computed. Safe for any thread; one lock keeps numbers, order and
 * ledger consistent.
 */
public final class ResultOutbox {
    /** The units to name in a registration, of cycle {@code cycle}, or -1 for none. */
    public record Holdings(int cycle, List<HeldUnits> working, List<ResultRun> finished) {}

    /** The state to report in a beat: the newest sequence numbers, and the number of held units after them. */
    public record Digest(long assignSequence, long resultSequence, long unitsHeld) {}

    /** Limit of runs in one message. */
    private static final int RUNS_TOLD = 4_096;

    /** The cycle of what belongs to none any more. */
    private static final int NO_CYCLE = -2;

    /** Results in transit that any worker has memory for [bytes]. */
    private static final long LEAST_TRANSIT_BYTES = 16 << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final HeldLedger ledger = new HeldLedger();
    private final LongSupplier clock;
    private final Transit transit;
    private final SendStalls holdups = new SendStalls();
    private final DeferredResults keep;
    /** Units whose results are accumulated into the value of this worker. */
    private final DeferredRuns folded = new DeferredRuns();

    private boolean keeps;
    private volatile @Nullable Accumulating folding;
    private volatile Consumer<WorkerException> mergeFailed = e -> {};
    private int cycle = -1;

    /** Counts the accumulated values: another one begins with each cycle, also if a master begins a cycle again. */
    private int values;

    private boolean closed;
    /** True if a result was returned since the last failure. */
    private boolean returned;

    /**
     * @param keepBytes results of a cycle that are kept in memory before a file is used, and again that are in transit
     *     [bytes]
     * @param clock monotonic [ns]
     */
    public ResultOutbox(long keepBytes, LongSupplier clock) {
        this.clock = clock;
        this.transit = new Transit(clock, Math.max(keepBytes, LEAST_TRANSIT_BYTES));
        this.keep = new DeferredResults(keepBytes, new Spill());
    }

    /**
     * Sets how results travel; called before the first result. {@code failed} is called, on any thread, when they
     * cannot be merged.
     */
    public void mode(boolean keepsThem, @Nullable Accumulating into, Consumer<WorkerException> failed) {
        locked(() -> {
            keeps = keepsThem;
            folding = into;
            mergeFailed = failed;
        });
    }

    /** Begins a cycle, because its setup has arrived: from now on only its results count. */
    public void beginCycle(int number) {
        locked(() -> {
            ledger.clear();
            keep.clear();
            forgetValue();
            transit.withdrawOthers(number);
            cycle = number;
            room.signalAll();
        });
    }

    private void forgetValue() {
        folded.clear();
        values++;
    }

    private int number() {
        lock.lock();
        try {
            return values;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the cycle: its units are no longer held. Results in transit stay until they are acknowledged. */
    public void endCycle() {
        beginCycle(-1);
    }

    /** Records assigned units. False if the worker holds one of them already. */
    public boolean assigned(long sequence, AttemptRun run, long first, long end, long nowNanos) {
        lock.lock();
        try {
            transit.assigned(sequence, nowNanos);
            return ledger.add(run, first, end);
        } finally {
            lock.unlock();
        }
    }

    /** Records that units were handed back. */
    public void handedBack(List<HeldUnits> units) {
        locked(() ->
                units.forEach(held -> ledger.remove(held.attempt(), held.nonce(), held.firstUnit(), held.units())));
    }

    /**
     * Sends, or keeps until there is a session; blocks while too many bytes are in transit. Drops results of an ended
     * cycle. Called by slots only.
     */
    public void send(Outgoing what) {
        if (what instanceof Outgoing.Fold fold) {
            foldIn(fold);
            return;
        }
        lock.lock();
        try {
            if (mustWait(what)) {
                long from = clock.getAsLong();
                holdups.begin(from);
                while (mustWait(what)) {
                    room.awaitUninterruptibly();
                }
                holdups.end(from, clock.getAsLong());
            }
            put(what);
        } finally {
            lock.unlock();
        }
    }

    private boolean mustWait(Outgoing what) {
        return !closed && what.cycle() == cycle && !isKept(what) && !transit.fits(what.bytes());
    }

    /** Time for which slots were blocked in {@link #send}. */
    public CauseTimes holdups(long nowNanos) {
        lock.lock();
        try {
            return holdups.times(nowNanos);
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether results that take a while to travel are in transit. */
    public boolean largeOnTheWay() {
        lock.lock();
        try {
            return LargeResults.areOnTheWay(transit.bytes());
        } finally {
            lock.unlock();
        }
    }

    private boolean isKept(Outgoing what) {
        return keeps && what instanceof Outgoing.Batch;
    }

    private void foldIn(Outgoing.Fold fold) {
        Accumulating into = folding;
        if (into == null) {
            throw new IllegalStateException("a folded result (expected: an accumulation)");
        }
        try {
            int to = number();
            into.add(to, fold.value(), () -> foldedIn(fold, to));
        } catch (ApplicationException e) {
            mergeFailed.accept(new WorkerException(ErrorCode.APPLICATION_FAILED, "accumulation: " + e.getMessage(), e));
        }
    }

    private boolean foldedIn(Outgoing.Fold fold, int to) {
        lock.lock();
        try {
            if (closed || fold.cycle() != cycle || to != values) {
                return false;
            }
            folded.addAll(fold.runs());
            put(new Outgoing.Completion(fold.cycle(), fold.runs(), fold.ends()));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Sends the kept results of this cycle, waiting for room where there is none. Not on the loop. */
    void sendKept(int of) {
        Accumulating into = folding;
        if (into != null) {
            int from = number();
            into.take(from, value -> {
                lock.lock();
                try {
                    put(new Outgoing.Accumulated(from == values ? of : NO_CYCLE, folded.all(), value));
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
            while (!closed && cycle == of && !keep.isEmpty() && !transit.fits(keep.nextBytes())) {
                room.awaitUninterruptibly();
            }
            Outgoing.Batch next = closed || cycle != of ? null : keep.poll();
            if (next == null) {
                return false;
            }
            transit.send(next, keeps);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether results are kept until they are collected. */
    public boolean keepsSome() {
        lock.lock();
        try {
            return !keep.isEmpty() || !folded.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Sends without regard to the bytes in transit: for the last message of a process. */
    public void sendNow(Outgoing what) {
        locked(() -> put(what));
    }

    /** Sends without blocking: calls the supplier only if there is room. */
    public void sendIfRoom(long expectedBytes, Supplier<@Nullable ? extends Outgoing> source) {
        if (folding != null) {
            Outgoing fold = source.get();
            if (fold != null) {
                send(fold);
            }
            return;
        }
        lock.lock();
        try {
            if (keeps || transit.fits(expectedBytes)) {
                Outgoing what = source.get();
                if (what != null) {
                    put(what);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Records that everything up to {@code sequence} is safe. False if that was never sent.
     *
     * @param queuedNanos how long the last of these results had been at the master [ns]
     */
    public boolean acknowledged(long sequence, long window, long queuedNanos) {
        lock.lock();
        try {
            holdups.queued(queuedNanos);
            boolean known = transit.acknowledged(sequence, window);
            room.signalAll();
            return known;
        } finally {
            lock.unlock();
        }
    }

    /** Records that the master has dealt with every failure up to {@code sequence}. */
    public void answered(long sequence) {
        locked(() -> transit.answered(sequence));
    }

    /** A unit has failed: tells whether this worker has returned a result since it joined, or since this was asked. */
    public boolean returnedSome() {
        lock.lock();
        try {
            boolean some = returned;
            returned = false;
            return some;
        } finally {
            lock.unlock();
        }
    }

    /** Detaches the broken session: messages that were sent and not acknowledged will be sent again. */
    public void detach() {
        locked(transit::detach);
    }

    /** The units to report on a new session. Forgets results of ended cycles. */
    public Holdings holdings() {
        lock.lock();
        try {
            List<ResultRun> finished = transit.finishedOf(cycle);
            List<HeldUnits> working = new ArrayList<>(ledger.held());
            keptRuns().forEach(run -> working.add(DeferredRuns.held(run)));
            return new Holdings(cycle, working, finished);
        } finally {
            lock.unlock();
        }
    }

    /** Units that are computed and kept. */
    private List<ResultRun> keptRuns() {
        DeferredRuns runs = new DeferredRuns();
        runs.addAll(keep.runs());
        runs.addAll(folded.all());
        return runs.all();
    }

    /**
     * Attaches a registered session: numbers start again, units that the master does not want are forgotten, the rest
     * is sent again. An accumulated value is sent unchanged: the master refuses it if other workers got some of its
     * units.
     */
    public void attach(Session next, long window, long offerAboveBytes, List<HeldUnits> drop) {
        locked(() -> {
            forget(drop);
            transit.attach(next, window, offerAboveBytes, keeps);
            List<ResultRun> computed = keptRuns();
            for (int from = 0; from < computed.size(); from += RUNS_TOLD) {
                int to = Math.min(computed.size(), from + RUNS_TOLD);
                transit.send(new Outgoing.Completion(cycle, List.copyOf(computed.subList(from, to))), keeps);
            }
            room.signalAll();
        });
    }

    /** Drops units that the master no longer wants. */
    public void drop(List<HeldUnits> units) {
        locked(() -> {
            forget(units);
            room.signalAll();
        });
    }

    private void forget(List<HeldUnits> unwanted) {
        for (HeldUnits units : unwanted) {
            ledger.drop(units);
            transit.drop(units);
        }
    }

    /** The newest numbers, and what is held at this instant. */
    public Digest digest() {
        lock.lock();
        try {
            return new Digest(
                    transit.assignSequence(),
                    transit.resultSequence(),
                    ledger.units() + (keeps ? 0 : transit.offeredUnits()));
        } finally {
            lock.unlock();
        }
    }

    /** The units held at this instant. */
    List<HeldUnits> held() {
        List<HeldUnits> held = new ArrayList<>();
        locked(() -> held.addAll(ledger.held()));
        return held;
    }

    /** Gives up all held units, computed or not; returns them. */
    public List<HeldUnits> surrender() {
        List<HeldUnits> all = new ArrayList<>();
        locked(() -> {
            all.addAll(ledger.held());
            keptRuns().forEach(run -> all.add(DeferredRuns.held(run)));
            ledger.clear();
            keep.clear();
            forgetValue();
        });
        return all;
    }

    /** Tells whether every sent message has been acknowledged. */
    public boolean delivered() {
        lock.lock();
        try {
            return transit.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Ends: nothing is sent or kept any more, and no thread is blocked. */
    public void close() {
        locked(() -> {
            closed = true;
            transit.close();
            keep.clear();
            folded.clear();
            room.signalAll();
        });
    }

    private void put(Outgoing what) {
        if (closed || what.cycle() != cycle) {
            what.settled();
            what.release();
            return;
        }
        returned |= !(what instanceof Outgoing.Failure);
        for (ResultRun run : what.runs()) {
            ledger.remove(run.attempt(), run.nonce(), run.firstUnit(), run.units());
        }
        if (what instanceof Outgoing.Batch batch && keeps) {
            keep.add(batch);
            transit.send(new Outgoing.Completion(batch.cycle(), batch.runs(), batch.ends()), keeps);
        } else {
            transit.send(what, keeps);
        }
    }

    /** Sends a large result that the master has granted. */
    public void granted(long offer) {
        locked(() -> transit.granted(offer));
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
