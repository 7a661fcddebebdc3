package dev.sluice.model.simulate.actor;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.delivery.LargeResults;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.network.Messages;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A worker's unacknowledged results, as in the worker's {@code ResultOutbox} and {@code Transit}. Results are sent
 * within the master's window, large ones are offered first, and others are deferred until they are collected. Confined
 * to its run.
 */
final class OutboxModel {
    private final RunContext context;
    private final WorkerModel worker;
    private final ResultsKind kind;
    private final boolean offers;
    private final Map<Long, Returned> offered = new LinkedHashMap<>();
    private final Deque<SlotModel> heldUp = new ArrayDeque<>(1);
    private final Deque<Returned> kept = new ArrayDeque<>(1);
    private final List<ResultRun> folded = new ArrayList<>();
    private long bytes;
    private long windowBytes;
    /** Sequence number of the latest message. */
    private long sequence;

    /** Sequence number up to which all messages are acknowledged. */
    private long safe;

    /** Sizes of the messages on the way: that of number n is at n modulo the length, a power of two [bytes]. */
    private long[] sizes = new long[4];

    private long newestOffer;
    private boolean collecting;

    /** @param offers whether large results are offered before they are sent */
    OutboxModel(RunContext context, WorkerModel worker, boolean offers) {
        this.context = context;
        this.worker = worker;
        this.kind = context.terms().results();
        this.offers = offers;
    }

    void begin(long window) {
        windowBytes = window;
    }

    /** True if these results would exceed the master's window. */
    boolean mustWait(Returned what) {
        return what.cycle == worker.cycle() && kind == ResultsKind.EACH && !fits(what.bytes);
    }

    private boolean fits(long more) {
        return ResultWindow.fits(bytes, more, windowBytes);
    }

    boolean fitsOrIsKept(Batch batch) {
        return kind != ResultsKind.EACH || fits(batch.bytes());
    }

    /** Queues a slot that waits with its results. */
    void holdUp(SlotModel slot) {
        heldUp.addLast(slot);
    }

    boolean largeOnTheWay() {
        return LargeResults.areOnTheWay(bytes);
    }

    /** Takes the results of a slot, and sends or defers them as configured. Results of an ended cycle are dropped. */
    void put(Returned what) {
        if (what.cycle != worker.cycle()) {
            return;
        }
        if (kind == ResultsKind.EACH) {
            send(Messages.Kind.RESULTS, what, false);
            return;
        }
        keep(what);
        send(Messages.Kind.COMPLETED, new Returned(worker.seat, what.cycle, what.runs, what.units, 0), true);
    }

    /** Keeps results that were deferred before the simulation began. */
    void keep(Returned what) {
        if (kind == ResultsKind.ACCUMULATED) {
            folded.addAll(what.runs);
        } else {
            kept.addLast(what);
        }
    }

    private void send(Messages.Kind as, Returned what, boolean urgent) {
        bytes += what.bytes;
        if (offers && what.bytes > LargeResults.ABOVE_BYTES) {
            offered.put(++newestOffer, what);
            worker.send(Messages.Kind.OFFER, 0, newestOffer, new GrantsModel.Offered(what.bytes, urgent, as));
        } else {
            dispatch(as, what);
        }
    }

    private void dispatch(Messages.Kind as, Returned what) {
        what.sequence = ++sequence;
        if (onTheWay() > sizes.length) {
            grow();
        }
        sizes[place(sequence)] = what.bytes;
        worker.stamp(what);
        long size = what.bytes + (long) context.overheads().unitBytes() * what.units;
        int message = worker.send(as, size, 0, what);
        if (what.offer != 0) {
            worker.seat.grantedMessages.put(what.offer, message);
        }
    }

    private int place(long number) {
        return (int) number & (sizes.length - 1);
    }

    private void grow() {
        long[] before = sizes;
        sizes = new long[2 * before.length];
        for (long number = safe + 1; number < sequence; number++) {
            sizes[place(number)] = before[(int) number & (before.length - 1)];
        }
    }

    /** Handles a grant of the master for a large result. */
    void granted(long offer, Messages.Kind as) {
        Returned what = offered.remove(offer);
        if (what != null) {
            what.offer = offer;
            dispatch(as, what);
        }
    }

    /**
     * Records that all messages up to this number are acknowledged. The last of them had been at the master for
     * {@code queuedNanos}.
     */
    void acknowledged(long upTo, long window, long queuedNanos) {
        windowBytes = window;
        while (safe < Math.min(upTo, sequence)) {
            bytes -= sizes[place(++safe)];
        }
        releaseHeldUp(queuedNanos);
        if (collecting) {
            sendKept();
        }
    }

    private void releaseHeldUp(long queuedNanos) {
        while (!heldUp.isEmpty()) {
            Returned first = heldUp.getFirst().heldUp();
            if (first != null && mustWait(first)) {
                return;
            }
            heldUp.removeFirst().release(queuedNanos);
        }
    }

    /** Handles the master's request for deferred results. */
    void collect() {
        collecting = true;
        sendKept();
    }

    private void sendKept() {
        if (!folded.isEmpty()) {
            int units = folded.stream().mapToInt(ResultRun::units).sum();
            long size = context.workload().foldedBytes(worker.cycle());
            send(
                    Messages.Kind.FOLDED,
                    new Returned(worker.seat, worker.cycle(), List.copyOf(folded), units, size),
                    true);
            folded.clear();
        }
        while (!kept.isEmpty() && fits(kept.getFirst().bytes)) {
            send(Messages.Kind.RESULTS, kept.removeFirst(), true);
        }
        collecting = !kept.isEmpty();
    }

    /** True if results are deferred. */
    boolean keepsSome() {
        return !kept.isEmpty() || !folded.isEmpty();
    }

    /** Number of messages sent and not acknowledged. */
    int onTheWay() {
        return (int) (sequence - safe);
    }

    /** True if all sent messages are acknowledged. */
    boolean delivered() {
        return safe == sequence && offered.isEmpty();
    }

    /** Ends the cycle: deferred and offered results are dropped. */
    void endCycle() {
        kept.clear();
        folded.clear();
        collecting = false;
        offered.values().forEach(what -> bytes -= what.bytes);
        offered.clear();
        releaseHeldUp(0);
    }
}
