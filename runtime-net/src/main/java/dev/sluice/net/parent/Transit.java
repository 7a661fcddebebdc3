package dev.sluice.net.parent;

import dev.sluice.model.delivery.OnTheWay;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Messages in transit to the master: numbered in the order of sending, kept until acknowledged, and sent again on the
 * next session. Large results are offered first and sent when granted. Guarded by the lock of its owner, or confined to
 * the loop.
 */
public final class Transit implements OnTheWay.Link<Transit.Sent> {
    /** A message in transit. */
    static final class Sent extends OnTheWay.Message {
        final Outgoing what;

        Sent(Outgoing what) {
            this.what = what;
        }

        @Override
        public long bytes() {
            return what.bytes();
        }

        @Override
        public boolean needsNoGrant() {
            return what instanceof Outgoing.Failure; // its payload is empty, and its message cannot name a grant
        }
    }

    private final OnTheWay<Sent> messages = new OnTheWay<>(this);
    private final LongSupplier clock;
    private @Nullable Session session;
    private final long mostBytes;
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
        return messages.fits(bytes);
    }

    /** Sends, or offers, or keeps until there is a session. Owns its payload from here on. */
    public void send(Outgoing what, boolean urgent) {
        messages.send(new Sent(what), urgent);
    }

    /**
     * Sends the result that was offered under this name. If it is no longer wanted, an empty message is sent, because
     * the master waits for it.
     */
    public void granted(long offer) {
        messages.granted(offer, () -> new Sent(new Outgoing.Batch(0, List.of(), Payload.empty())));
    }

    /** Records a received assignment. */
    public void assigned(long sequence, long nowNanos) {
        assignSequence = sequence;
        assignedNanos = nowNanos;
    }

    /** Everything up to {@code sequence} is safe. False when that was never sent. */
    public boolean acknowledged(long sequence, long window) {
        return messages.acknowledged(sequence, Math.min(window, mostBytes));
    }

    /** The master has dealt with every failure up to {@code sequence}, which need not be safe yet. */
    public void answered(long sequence) {
        for (Sent each : messages.kept()) {
            if (each.sequence() != 0 && each.sequence() <= sequence && each.what instanceof Outgoing.Failure failure) {
                failure.whenAnswered().run();
            }
        }
    }

    /** Detaches the broken session: messages that were sent and not acknowledged will be sent again. */
    public void detach() {
        session = null;
        messages.detach();
    }

    /** Drops units that the master no longer wants. An accumulated value stays: the master refuses it as a whole. */
    public void drop(HeldUnits units) {
        messages.dropSent(each -> isUnwanted(each.what, units));
        messages.dropOffered(each -> isUnwanted(each.what, units));
    }

    /** Attaches a registered session: numbers start again, and everything is sent or offered again. */
    public void attach(Session next, long window, long offerAboveBytes, boolean urgent) {
        messages.dropSent(each -> each.what instanceof Outgoing.Completion);
        session = next;
        assignSequence = 0;
        messages.attach(Math.min(window, mostBytes), offerAboveBytes == 0 ? Long.MAX_VALUE : offerAboveBytes, urgent);
    }

    /** Results of {@code cycle} that are not acknowledged. Forgets the results of other cycles. */
    public List<ResultRun> finishedOf(int cycle) {
        messages.dropSent(each -> each.what.cycle() != cycle);
        List<ResultRun> finished = new ArrayList<>();
        for (Sent each : messages.kept()) {
            if (each.what.carriesResults()) {
                finished.addAll(each.what.runs());
            }
        }
        messages.offered().forEach(each -> finished.addAll(each.what.runs()));
        return finished;
    }

    /** Withdraws offers of other cycles; messages in transit stay until they are acknowledged. */
    public void withdrawOthers(int cycle) {
        messages.dropOffered(each -> each.what.cycle() != cycle);
    }

    /** Number of messages that are not acknowledged, or wait for a session. */
    public int onTheWay() {
        return messages.kept().size();
    }

    /** Tells whether every sent message has been acknowledged. */
    public boolean isEmpty() {
        return messages.isEmpty();
    }

    /** Unacknowledged bytes [bytes]. */
    public long bytes() {
        return messages.bytes();
    }

    public long offeredUnits() {
        return messages.offered().stream()
                .flatMap(each -> each.what.runs().stream())
                .mapToLong(ResultRun::units)
                .sum();
    }

    public long resultSequence() {
        return messages.sequence();
    }

    public long assignSequence() {
        return assignSequence;
    }

    /** Forgets everything and sends no more. */
    public void close() {
        session = null;
        messages.clear().forEach(each -> each.what.release());
    }

    @Override
    public void offer(long name, Sent offered, boolean urgent) {
        Session open = session;
        if (open != null) {
            open.send(new Offer(name, offered.bytes(), urgent));
        }
    }

    @Override
    public void send(Sent message) {
        Session open = session;
        Outgoing what = message.what;
        if (open == null) {
            return;
        }
        if (what instanceof Outgoing.Batch batch) {
            open.send(results(message, Results.Form.EACH, batch.results().retain()));
        } else if (what instanceof Outgoing.Completion) {
            open.send(results(message, Results.Form.COMPLETED, Payload.empty()));
        } else if (what instanceof Outgoing.Accumulated value) {
            open.send(results(message, Results.Form.ACCUMULATED, value.value().retain()));
        } else if (what instanceof Outgoing.Forwarded forwarded) {
            open.send(results(message, forwarded.form(), forwarded.results().retain()));
        } else if (what instanceof Outgoing.Failure failed) {
            open.send(new UnitFailed(
                    failed.cycle(),
                    message.sequence(),
                    failed.unit(),
                    failed.code(),
                    failed.type(),
                    failed.message(),
                    failed.stack(),
                    failed.workers(),
                    failed.spent().ends().ages(clock.getAsLong()),
                    failed.spent().computeNanos()));
        }
    }

    private Results results(Sent message, Results.Form form, Payload bulk) {
        return new Results(
                message.what.cycle(),
                message.sequence(),
                assignSequence,
                heldNanos(),
                form,
                message.what.runs(),
                message.offer(),
                message.what.ends() == RunEnds.UNKNOWN
                        ? RunAges.UNKNOWN
                        : message.what.ends().ages(clock.getAsLong()),
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

    @Override
    public void forget(Sent message) {
        message.what.settled();
        message.what.release();
    }
}
