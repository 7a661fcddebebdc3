package dev.sluice.net.parent;

import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.session.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Messages in transit to the master: numbered in the order of sending, kept until acknowledged, and sent again on the
 * next session. Large results are offered first and sent when granted. Guarded by the lock of its owner, or confined to
 * the loop.
 */
public final class Transit {
    private static final class Kept {
        final Outgoing what;
        /** Its number in this session; 0 while it has not been sent in it. */
        long sequence;
        /** Name of its grant in this session; 0 if it needed no grant. */
        long offer;

        Kept(Outgoing what, long offer) {
            this.what = what;
            this.offer = offer;
        }
    }

    private final Deque<Kept> kept = new ArrayDeque<>();
    private final Offered offered = new Offered();
    private long offerAbove = Long.MAX_VALUE;
    private final LongSupplier clock;
    private @Nullable Session session;
    private long keptBytes;
    private final long mostBytes;
    /** At most {@link #mostBytes}. */
    private long windowBytes;

    private long resultSequence;
    private long assignSequence;
    private long assignedNanos;

    /**
     * @param clock monotonic [ns]
     * @param mostBytes in transit, whatever the master's window is: this side keeps them until they are acknowledged
     */
    public Transit(LongSupplier clock, long mostBytes) {
        this.mostBytes = mostBytes;
        this.clock = clock;
    }

    /** Tells whether this many more bytes fit into the master's window; a single result always fits. */
    public boolean fits(long bytes) {
        return ResultWindow.fits(keptBytes, bytes, windowBytes);
    }

    /** Tells whether this has to be offered. A failure has no payload, and its message cannot name a grant. */
    private boolean isLarge(Outgoing what) {
        return what.bytes() > offerAbove && !(what instanceof Outgoing.Failure);
    }

    /** Sends, or offers, or keeps until there is a session. Owns its payload from here on. */
    public void send(Outgoing what, boolean urgent) {
        keptBytes += what.bytes();
        if (isLarge(what)) {
            offered.offer(what, session, urgent);
        } else {
            dispatch(new Kept(what, 0));
        }
    }

    /**
     * Sends the result that was offered under this name. If it is no longer wanted, an empty message is sent, because
     * the master waits for it.
     */
    public void granted(long offer) {
        Outgoing what = offered.granted(offer);
        Session open = session;
        if (what != null) {
            dispatch(new Kept(what, offer));
        } else if (open != null && offered.wasDropped(offer)) {
            open.send(new Results(
                    0,
                    ++resultSequence,
                    assignSequence,
                    heldNanos(),
                    Results.Form.EACH,
                    List.of(),
                    offer,
                    RunAges.UNKNOWN,
                    Payload.empty()));
        }
    }

    /** Records a received assignment. */
    public void assigned(long sequence, long nowNanos) {
        assignSequence = sequence;
        assignedNanos = nowNanos;
    }

    /** Everything up to {@code sequence} is safe. False when that was never sent. */
    public boolean acknowledged(long sequence, long window) {
        if (sequence > resultSequence) {
            return false;
        }
        windowBytes = Math.min(window, mostBytes);
        while (!kept.isEmpty() && kept.getFirst().sequence != 0 && kept.getFirst().sequence <= sequence) {
            forget(kept.removeFirst().what);
        }
        return true;
    }

    /** The master has dealt with every failure up to {@code sequence}, which need not be safe yet. */
    public void answered(long sequence) {
        for (Kept each : kept) {
            if (each.sequence != 0 && each.sequence <= sequence && each.what instanceof Outgoing.Failure failure) {
                failure.whenAnswered().run();
            }
        }
    }

    /** Detaches the broken session: messages that were sent and not acknowledged will be sent again. */
    public void detach() {
        session = null;
        for (Kept each : kept) {
            each.sequence = 0;
            each.offer = 0; // the next session gives its names to other results
        }
    }

    /** Drops units that the master no longer wants. An accumulated value stays: the master refuses it as a whole. */
    public void drop(HeldUnits units) {
        kept.removeIf(each -> isUnwanted(each.what, units) && forget(each.what));
        offered.drop(what -> isUnwanted(what, units)).forEach(this::forget);
    }

    /** Attaches a registered session: numbers start again, and everything is sent or offered again. */
    public void attach(Session next, long window, long offerAboveBytes, boolean urgent) {
        offerAbove = offerAboveBytes == 0 ? Long.MAX_VALUE : offerAboveBytes;
        kept.removeIf(each -> each.what instanceof Outgoing.Completion);
        session = next;
        windowBytes = Math.min(window, mostBytes);
        resultSequence = 0;
        assignSequence = 0;
        offered.offerAgain(next, urgent);
        for (Kept entry : List.copyOf(kept)) {
            if (isLarge(entry.what)) {
                kept.remove(entry);
                offered.offer(entry.what, next, urgent);
            }
        }
        kept.forEach(this::transmit);
    }

    /** Results of {@code cycle} that are not acknowledged. Forgets the results of other cycles. */
    public List<ResultRun> finishedOf(int cycle) {
        List<ResultRun> finished = new ArrayList<>();
        for (Iterator<Kept> each = kept.iterator(); each.hasNext(); ) {
            Outgoing next = each.next().what;
            if (next.cycle() != cycle) {
                each.remove();
                forget(next);
            } else if (next.carriesResults()) {
                finished.addAll(next.runs());
            }
        }
        finished.addAll(offered.runs());
        return finished;
    }

    /** Withdraws offers of other cycles; messages in transit stay until they are acknowledged. */
    public void withdrawOthers(int cycle) {
        offered.drop(what -> what.cycle() != cycle).forEach(this::forget);
    }

    /** Number of messages that are not acknowledged, or wait for a session. */
    public int onTheWay() {
        return kept.size();
    }

    /** Tells whether every sent message has been acknowledged. */
    public boolean isEmpty() {
        return kept.isEmpty() && offered.isEmpty();
    }

    /** Unacknowledged bytes [bytes]. */
    public long bytes() {
        return keptBytes;
    }

    public long offeredUnits() {
        return offered.units();
    }

    public long resultSequence() {
        return resultSequence;
    }

    public long assignSequence() {
        return assignSequence;
    }

    /** Forgets everything and sends no more. */
    public void close() {
        session = null;
        kept.forEach(each -> each.what.release());
        kept.clear();
        offered.drop(what -> true).forEach(Outgoing::release);
        keptBytes = 0;
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
        } else if (entry.what instanceof Outgoing.Accumulated value) {
            open.send(results(entry, Results.Form.ACCUMULATED, value.value().retain()));
        } else if (entry.what instanceof Outgoing.Forwarded forwarded) {
            open.send(results(entry, forwarded.form(), forwarded.results().retain()));
        } else if (entry.what instanceof Outgoing.Failure failed) {
            open.send(new UnitFailed(
                    failed.cycle(),
                    entry.sequence,
                    failed.unit(),
                    failed.code(),
                    failed.type(),
                    failed.message(),
                    failed.stack(),
                    failed.workers(),
                    failed.ends().ages(clock.getAsLong()),
                    failed.computeNanos()));
        }
    }

    private Results results(Kept entry, Results.Form form, Payload bulk) {
        return new Results(
                entry.what.cycle(),
                entry.sequence,
                assignSequence,
                heldNanos(),
                form,
                entry.what.runs(),
                entry.offer,
                entry.what.ends() == RunEnds.UNKNOWN
                        ? RunAges.UNKNOWN
                        : entry.what.ends().ages(clock.getAsLong()),
                bulk);
    }

    private long heldNanos() {
        return assignSequence == 0 ? 0 : Math.max(0, clock.getAsLong() - assignedNanos);
    }

    private static boolean isUnwanted(Outgoing what, HeldUnits units) {
        return !(what instanceof Outgoing.Accumulated)
                && what.runs().stream()
                        .allMatch(run -> run.nonce() == units.nonce()
                                && run.firstUnit() >= units.firstUnit()
                                && run.endUnit() <= units.endUnit());
    }

    private boolean forget(Outgoing what) {
        keptBytes -= what.bytes();
        what.settled();
        what.release();
        return true;
    }
}
