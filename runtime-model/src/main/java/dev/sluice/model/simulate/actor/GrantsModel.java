package dev.sluice.model.simulate.actor;

import dev.sluice.model.collect.ResultOffer;
import dev.sluice.model.delivery.GrantBook;
import dev.sluice.model.simulate.SimulationReport.Grants;
import dev.sluice.model.simulate.network.Messages.Kind;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Grants large results as the {@link GrantBook} decides. Confined to its run. */
final class GrantsModel {
    /** The news of a large result. */
    record Offered(long bytes, boolean urgent) {}

    private final RunContext context;
    private final MasterLoopModel loop;
    private final List<SeatModel> seats;
    private final GrantBook book;
    /** Seats with granted results that have not arrived. */
    private final Set<SeatModel> sending = new LinkedHashSet<>();

    /** @param seats those of the master, as they come and go */
    GrantsModel(RunContext context, MasterLoopModel loop, List<SeatModel> seats) {
        this.context = context;
        this.loop = loop;
        this.seats = seats;
        this.book = new GrantBook(
                context.terms().delivery().congestion(), context.terms().resultMemoryBytes());
    }

    void offered(SeatModel seat, long id, Offered offer) {
        book.distance(seat.id, seat.up.latencyNanos() + seat.down.latencyNanos());
        book.offered(new ResultOffer(seat.id, id, offer.bytes(), offer.urgent()), context.nowNanos());
        pump();
    }

    /** How long an arriving result had waited for its grant [ns]; -1 if it needed none. */
    long waitedNanos(SeatModel seat, long offer) {
        return book.waitedNanos(seat.id, offer);
    }

    void roundTrip(SeatModel seat, long nanos) {
        book.roundTrip(seat.id, nanos);
    }

    /** Records that a result arrived. Returns the bytes of the budget that its acceptance will release. */
    long arrived(SeatModel seat, long offer) {
        if (offer == 0) {
            return 0;
        }
        long memoryBytes = book.arrived(seat.granted, offer, context.nowNanos());
        seat.grantedMessages.remove(offer);
        if (seat.granted.isEmpty()) {
            sending.remove(seat);
        }
        pump();
        return memoryBytes;
    }

    void accepted(long freed) {
        book.accepted(freed);
    }

    void gone(SeatModel seat) {
        book.gone(seat.granted);
        forget(seat);
    }

    private void forget(SeatModel seat) {
        seat.grantedMessages.clear();
        sending.remove(seat);
    }

    /** Ends the cycle: pending offers are not wanted any more. */
    void cycleOver() {
        if (book.results() > 0 || book.hasOffers()) {
            for (SeatModel seat : seats) {
                book.withdrawn(seat.granted);
                forget(seat);
            }
        }
    }

    /** Reports the progress of transfers to the book. */
    void tick() {
        for (SeatModel seat : sending) {
            Integer message = seat.grantedMessages.get(seat.granted.oldest());
            if (message != null) {
                book.progressed(seat.granted, context.network().arrivedBytes(message), context.nowNanos());
            }
        }
        pump();
    }

    private void pump() {
        long now = context.nowNanos();
        for (ResultOffer offer : book.grant(now)) {
            SeatModel seat = context.seat(offer.worker());
            book.granted(seat.granted, offer, offer.bytes());
            sending.add(seat);
            context.timeline().granted(seat.host, offer.bytes(), now);
            loop.send(seat, Kind.GRANT, 0, offer.id(), null);
        }
    }

    Grants summary() {
        return new Grants(book.results(), book.bytes(), book.most(), book.history());
    }
}
