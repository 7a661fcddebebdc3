package dev.sluice.model.simulate;

import dev.sluice.model.collect.Offer;
import dev.sluice.model.delivery.GrantBook;
import dev.sluice.model.simulate.Messages.Kind;
import dev.sluice.model.simulate.SimulationReport.Grants;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Grants large results as the {@link GrantBook} decides. Confined to its run. */
final class GrantsModel {
    private record Key(int worker, long offer) {}

    private final SimulatedRun run;
    private final MasterModel master;
    private final GrantBook book;
    /** Seats with granted results that have not arrived. */
    private final Set<SeatModel> sending = new LinkedHashSet<>();

    private final Map<Key, Kind> offered = new HashMap<>();

    GrantsModel(SimulatedRun run, MasterModel master) {
        this.run = run;
        this.master = master;
        this.book = new GrantBook(run.terms.congestion(), run.terms.resultMemoryBytes());
    }

    void offered(WorkerModel worker, long id, OutboxModel.OfferOf offer) {
        offered.put(new Key(worker.number(), id), offer.as());
        book.distance(worker.id, worker.up.latencyNanos + worker.down.latencyNanos);
        book.offered(new Offer(worker.id, id, offer.bytes(), offer.urgent()), run.nowNanos());
        pump();
    }

    /** How long an arriving result had waited for its grant [ns]; -1 if it needed none. */
    long waitedNanos(WorkerModel worker, long offer) {
        return book.waitedNanos(worker.id, offer);
    }

    void roundTrip(WorkerModel worker, long nanos) {
        book.roundTrip(worker.id, nanos);
    }

    /** Records that a granted result leaves its worker. */
    void sent(WorkerModel worker, long offer, int message) {
        worker.seat.grantedMessages.put(offer, message);
    }

    /** Records that a result arrived. Returns the bytes of the budget that its acceptance will release. */
    long arrived(SeatModel seat, long offer) {
        if (offer == 0) {
            return 0;
        }
        long memoryBytes = book.arrived(seat.granted, offer, run.nowNanos());
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
        offered.keySet().removeIf(key -> key.worker == seat.worker.number());
        forget(seat);
    }

    private void forget(SeatModel seat) {
        seat.grantedMessages.clear();
        sending.remove(seat);
    }

    /** Ends the cycle: pending offers are not wanted any more. */
    void cycleOver() {
        offered.clear();
        if (book.results() > 0 || book.hasOffers()) {
            for (SeatModel seat : master.seats()) {
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
                book.progressed(seat.granted, run.network.arrivedBytes(message), run.nowNanos());
            }
        }
        pump();
    }

    private void pump() {
        long now = run.nowNanos();
        for (Offer offer : book.grant(now)) {
            WorkerModel worker = run.worker(offer.worker());
            book.granted(worker.seat.granted, offer, offer.bytes());
            sending.add(worker.seat);
            run.timeline.granted(worker.host, offer.bytes(), now);
            Kind as = offered.remove(new Key(worker.number(), offer.id()));
            run.sendDown(worker, Kind.GRANT, 0, offer.id(), as == null ? Kind.RESULTS : as);
        }
    }

    Grants summary() {
        return new Grants(book.results(), book.bytes(), book.most(), book.history());
    }
}
