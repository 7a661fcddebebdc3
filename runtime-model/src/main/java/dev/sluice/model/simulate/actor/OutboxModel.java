package dev.sluice.model.simulate.actor;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.delivery.LargeResults;
import dev.sluice.model.delivery.OnTheWay;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.network.Messages.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A worker's unacknowledged results, as in the worker's {@code ResultOutbox}: they are on the way within the master's
 * window, or deferred until they are collected. Confined to its run.
 */
final class OutboxModel implements OnTheWay.Link<Returned> {
    private final RunContext context;
    private final WorkerModel worker;
    private final ResultsKind kind;
    private final boolean offers;
    private final OnTheWay<Returned> messages = new OnTheWay<>(this);
    private final Deque<SlotModel> heldUp = new ArrayDeque<>(1);
    private final Deque<Returned> kept = new ArrayDeque<>(1);
    private final List<ResultRun> folded = new ArrayList<>();
    private boolean collecting;

    /** @param offers whether large results are offered before they are sent */
    OutboxModel(RunContext context, WorkerModel worker, boolean offers) {
        this.context = context;
        this.worker = worker;
        this.kind = context.terms().results();
        this.offers = offers;
    }

    void begin(long window) {
        messages.attach(window, offers ? LargeResults.ABOVE_BYTES : Long.MAX_VALUE, false);
    }

    /** True if these results would exceed the master's window. */
    boolean mustWait(Returned what) {
        return what.cycle == worker.cycle() && kind == ResultsKind.EACH && !fits(what.bytes);
    }

    boolean fits(long more) {
        return messages.fits(more);
    }

    boolean fitsOrIsKept(long more) {
        return kind != ResultsKind.EACH || fits(more);
    }

    /** Queues a slot that waits with its results. */
    void holdUp(SlotModel slot) {
        heldUp.addLast(slot);
    }

    boolean largeOnTheWay() {
        return LargeResults.areOnTheWay(messages.bytes());
    }

    /** Takes the results of a slot, and sends or defers them as configured. Results of an ended cycle are dropped. */
    void put(Returned what) {
        if (what.cycle != worker.cycle()) {
            return;
        }
        if (kind == ResultsKind.EACH) {
            send(what, false);
            return;
        }
        keep(what);
        send(new Returned(worker.seat, Kind.COMPLETED, what.cycle, what.runs, what.units, 0), true);
    }

    /** Keeps results that were deferred before the simulation began. */
    void keep(Returned what) {
        if (kind == ResultsKind.ACCUMULATED) {
            folded.addAll(what.runs);
        } else {
            kept.addLast(what);
        }
    }

    void send(Returned what, boolean urgent) {
        messages.send(what, urgent);
    }

    @Override
    public void offer(long name, Returned what, boolean urgent) {
        worker.send(Kind.OFFER, 0, name, new GrantsModel.Offered(what.bytes, urgent));
    }

    @Override
    public void send(Returned what) {
        worker.stamp(what);
        long size = what.bytes + (long) context.overheads().unitBytes() * what.units;
        int message = worker.send(what.kind, size, 0, what);
        if (what.offer() != 0) {
            worker.seat.grantedMessages.put(what.offer(), message);
        }
    }

    @Override
    public void forget(Returned what) {
        what.whenSafe.forEach(Runnable::run);
    }

    /** Handles a grant of the master for a large result. */
    void granted(long offer) {
        messages.granted(offer, () -> new Returned(worker.seat, Kind.RESULTS, 0, List.of(), 0, 0));
    }

    /**
     * Records that all messages up to this number are acknowledged. The last of them had been at the master for
     * {@code queuedNanos}.
     */
    void acknowledged(long upTo, long window, long queuedNanos) {
        worker.ledger.queued(queuedNanos);
        messages.acknowledged(upTo, window);
        releaseHeldUp();
        if (collecting) {
            sendKept();
        }
    }

    private void releaseHeldUp() {
        while (!heldUp.isEmpty()) {
            Returned first = heldUp.getFirst().heldUp();
            if (first != null && mustWait(first)) {
                return;
            }
            heldUp.removeFirst().release();
        }
    }

    /** Handles the master's request for deferred results. */
    void collect() {
        collecting = true;
        sendKept();
    }

    private void sendKept() {
        if (!folded.isEmpty()) {
            send(worker.folded(List.copyOf(folded)), true);
            folded.clear();
        }
        while (!kept.isEmpty() && fits(kept.getFirst().bytes)) {
            send(kept.removeFirst(), true);
        }
        collecting = !kept.isEmpty();
    }

    /** True if results are deferred. */
    boolean keepsSome() {
        return !kept.isEmpty() || !folded.isEmpty();
    }

    /** Number of messages sent and not acknowledged. */
    int onTheWay() {
        return messages.kept().size();
    }

    /** True if all sent messages are acknowledged. */
    boolean delivered() {
        return messages.isEmpty();
    }

    /** Ends the cycle: deferred and offered results are dropped. */
    void endCycle() {
        kept.clear();
        folded.clear();
        collecting = false;
        messages.dropOffered(any -> true);
        releaseHeldUp();
    }
}
