package dev.sluice.master;

import dev.sluice.model.collect.GrantChange;
import dev.sluice.model.collect.GrantConfig;
import dev.sluice.model.collect.GrantDesk;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.net.Session;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.Offer;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets large results come: asks the {@link GrantDesk} of the master's own port, within the budget of bytes for results
 * that are granted and not accepted yet. Workers of this machine send without asking, for they share no link. Confined
 * to the master loop, but for {@link #accepted}.
 */
final class Grants {
    /** Results above this are offered first. */
    static final long OFFER_ABOVE_BYTES = 64 * 1024;

    private final GrantMode mode;
    private final GrantDesk desk;
    private final long budgetBytes;
    private final AtomicLong openBytes = new AtomicLong();
    private long grantedResults;
    private long grantedBytes;
    private int most;

    Grants(GrantMode mode, long budgetBytes) {
        this.mode = mode;
        this.budgetBytes = budgetBytes;
        this.desk = new GrantDesk(mode, GrantConfig.DEFAULT);
    }

    /** What to tell a worker that registers. */
    long offerAbove(Session session) {
        return mode.kind() == GrantMode.Kind.OFF || session.loopback() ? 0 : OFFER_ABOVE_BYTES;
    }

    void offered(Seat seat, Offer offer, Roll roll, long nowNanos) {
        desk.offered(
                new dev.sluice.model.collect.Offer(seat.member.id, offer.offer(), offer.bytes(), offer.urgent()),
                nowNanos);
        pump(roll, nowNanos);
    }

    void roundTrip(long nanos) {
        desk.roundTrip(nanos);
    }

    /** A granted result is here; {@link #accepted} says when its memory is free. */
    void arrived(Seat seat, long offer, Roll roll, long nowNanos) {
        seat.granted.remove(offer);
        desk.delivered(seat.member.id, offer, nowNanos);
        pump(roll, nowNanos);
    }

    /** The application has taken a granted result. Any thread. */
    void accepted(long bytes) {
        openBytes.addAndGet(-bytes);
    }

    /** The session is over: nothing of what it was granted will come. */
    void gone(Seat seat) {
        desk.gone(seat.member.id);
        forget(seat);
    }

    private void forget(Seat seat) {
        seat.granted.values().forEach(bytes -> openBytes.addAndGet(-bytes));
        seat.granted.clear();
    }

    /** The cycle is over: what was offered is not wanted any more. */
    void cycleOver(Roll roll) {
        for (Seat seat : roll.seats()) {
            desk.withdrawn(seat.member.id);
            forget(seat);
        }
    }

    /** Looks at how the transfers get on; a few times a second. */
    void tick(Roll roll, long nowNanos) {
        for (Seat seat : roll.seats()) {
            Iterator<Map.Entry<Long, Long>> first = seat.granted.entrySet().iterator();
            if (first.hasNext()) {
                long received = seat.session.counters().bytesReceived();
                Map.Entry<Long, Long> entry = first.next(); // a session sends one after the other
                if (entry.getKey() != seat.watchedOffer) {
                    seat.watchedOffer = entry.getKey();
                    seat.watchedFromBytes = received;
                }
                long soFar = Math.min(entry.getValue() - 1, received - seat.watchedFromBytes);
                desk.progressed(seat.member.id, entry.getKey(), soFar, nowNanos);
            }
        }
        pump(roll, nowNanos);
    }

    private void pump(Roll roll, long nowNanos) {
        if (desk.waiting() == 0) {
            return;
        }
        for (dev.sluice.model.collect.Offer offer : desk.grant(budgetBytes - openBytes.get(), nowNanos)) {
            Seat seat = roll.seat(offer.worker());
            if (seat != null) {
                seat.granted.put(offer.id(), offer.bytes());
                openBytes.addAndGet(offer.bytes());
                grantedResults++;
                grantedBytes += offer.bytes();
                seat.session.send(new Grant(offer.id()));
            }
        }
        most = Math.max(most, desk.outstanding());
    }

    /** For the report; times from the start of the run. */
    Summary summary(long startNanos) {
        List<GrantChange> changes = desk.history().stream()
                .map(change -> new GrantChange(change.nanos() - startNanos, change.limit(), change.why()))
                .toList();
        return new Summary(mode, grantedResults, grantedBytes, most, changes);
    }

    /**
     * What was granted in the run.
     *
     * @param most results on the way at once
     * @param history how the number of grants was changed, oldest first
     */
    record Summary(GrantMode mode, long results, long bytes, int most, List<GrantChange> history) {}
}
