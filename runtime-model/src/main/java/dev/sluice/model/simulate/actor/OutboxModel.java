package dev.sluice.model.simulate.actor;

import dev.sluice.model.delivery.LargeResults;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.ResultsKind;
import dev.sluice.model.simulate.network.Messages;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a worker has computed and the master has not acknowledged, as in the worker's {@code ResultOutbox} and
 * {@code Transit}: results within the master's window, large ones offered first, others kept until they are collected.
 * Confined to its run.
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
    /** What left last. */
    private long sequence;

    /** Up to here all is acknowledged. */
    private long safe;

    /** Sizes of what is on the way: of number n at n modulo the length, a power of two [bytes]. */
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

    /** Whether these would exceed the master's window. */
    boolean mustWait(Returned what) {
        return what.cycle == worker.cycle() && kind == ResultsKind.EACH && !fits(what.bytes);
    }

    private boolean fits(long more) {
        return ResultWindow.fits(bytes, more, windowBytes);
    }

    boolean fitsOrIsKept(Batch batch) {
        return kind != ResultsKind.EACH || fits(batch.bytes());
    }

    /** A slot waits with what it has, behind others. */
    void holdUp(SlotModel slot) {
        heldUp.addLast(slot);
    }

    boolean largeOnTheWay() {
        return LargeResults.areOnTheWay(bytes);
    }

    /** Takes results of a slot: sends or keeps them, as the mode has it. Those of an ended cycle are dropped. */
    void put(Returned what) {
        if (what.cycle != worker.cycle()) {
            return;
        }
        if (kind == ResultsKind.EACH) {
            send(Messages.Kind.RESULTS, what, false);
            return;
        }
        if (kind == ResultsKind.ACCUMULATED) {
            folded.addAll(what.runs);
        } else {
            kept.addLast(what);
        }
        send(Messages.Kind.COMPLETED, new Returned(worker.seat, what.cycle, what.runs, what.units, 0), true);
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

    /** The master lets a large result come. */
    void granted(long offer, Messages.Kind as) {
        Returned what = offered.remove(offer);
        if (what != null) {
            what.offer = offer;
            dispatch(as, what);
        }
    }

    /** Everything up to this number is safe, and the last of it had been at the master so long. */
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

    /** The master wants what is kept. */
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

    /** Whether results are kept until they are collected. */
    boolean keepsSome() {
        return !kept.isEmpty() || !folded.isEmpty();
    }

    /** Messages that left and are not acknowledged. */
    int onTheWay() {
        return (int) (sequence - safe);
    }

    /** Whether everything that left is acknowledged. */
    boolean delivered() {
        return safe == sequence && offered.isEmpty();
    }

    /** The cycle is over: what was kept or offered is of no use any more. */
    void endCycle() {
        kept.clear();
        folded.clear();
        collecting = false;
        offered.values().forEach(what -> bytes -= what.bytes);
        offered.clear();
        releaseHeldUp(0);
    }
}
