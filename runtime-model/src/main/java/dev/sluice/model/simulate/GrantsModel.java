package dev.sluice.model.simulate;

import dev.sluice.model.collect.GrantConfig;
import dev.sluice.model.collect.GrantDesks;
import dev.sluice.model.collect.Offer;
import dev.sluice.model.simulate.Messages.Kind;
import dev.sluice.model.simulate.SimulationReport.Grants;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Lets large results come: asks the real desks for the ways to the master within the budget of bytes, as the master's
 * {@code Grants}. Confined to its run.
 */
final class GrantsModel {
    private record Key(int worker, long offer) {}

    private final SimulatedRun run;
    private final MasterModel master;
    private final GrantDesks desks;
    private final long budgetBytes;
    /** Seats with something granted that has not come. */
    private final Set<SeatModel> sending = new LinkedHashSet<>();

    private final Map<Key, Kind> offered = new HashMap<>();
    private long openBytes;
    private long results;
    private long bytes;
    private int most;

    GrantsModel(SimulatedRun run, MasterModel master) {
        this.run = run;
        this.master = master;
        this.desks = new GrantDesks(run.terms.congestion(), GrantConfig.DEFAULT);
        this.budgetBytes = run.terms.resultMemoryBytes();
    }

    void offered(WorkerModel worker, long id, OutboxModel.OfferOf offer) {
        offered.put(new Key(worker.number(), id), offer.as());
        desks.distance(worker.id, worker.up.latencyNanos + worker.down.latencyNanos);
        desks.offered(new Offer(worker.id, id, offer.bytes(), offer.urgent()), run.nowNanos());
        pump();
    }

    /** How long what comes had waited for its grant [ns]; -1 where it needed none. */
    long waitedNanos(WorkerModel worker, long offer) {
        return offer == 0 ? -1 : desks.waitedNanos(worker.id, offer);
    }

    void roundTrip(WorkerModel worker, long nanos) {
        desks.roundTrip(worker.id, nanos);
    }

    /** A granted result leaves its worker. */
    void sent(WorkerModel worker, long offer, int message) {
        SeatModel.Granted granted = worker.seat.granted.get(offer);
        if (granted != null) {
            granted.message = message;
        }
    }

    /** A result is here; says how much of the budget is free once it is accepted. */
    long arrived(SeatModel seat, long offer) {
        SeatModel.Granted granted = offer == 0 ? null : seat.granted.remove(offer);
        if (granted == null) {
            return 0;
        }
        if (seat.granted.isEmpty()) {
            sending.remove(seat);
        }
        desks.delivered(seat.worker.id, offer, run.nowNanos());
        pump();
        return granted.bytes;
    }

    void accepted(long freed) {
        openBytes -= freed;
    }

    void gone(SeatModel seat) {
        desks.gone(seat.worker.id);
        offered.keySet().removeIf(key -> key.worker == seat.worker.number());
        forget(seat);
    }

    private void forget(SeatModel seat) {
        seat.granted.values().forEach(granted -> openBytes -= granted.bytes);
        seat.granted.clear();
        sending.remove(seat);
    }

    /** The cycle is over: what was offered is not wanted any more. */
    void cycleOver() {
        offered.clear();
        if (results > 0 || desks.waiting() > 0) {
            for (SeatModel seat : master.seats()) {
                desks.withdrawn(seat.worker.id);
                forget(seat);
            }
        }
    }

    /** Looks at how the transfers get on. */
    void tick() {
        for (SeatModel seat : sending) {
            Map.Entry<Long, SeatModel.Granted> first =
                    seat.granted.entrySet().iterator().next();
            SeatModel.Granted granted = first.getValue();
            if (granted.message >= 0) {
                long soFar = Math.min(granted.bytes - 1, run.network.arrivedBytes(granted.message));
                desks.progressed(seat.worker.id, first.getKey(), soFar, run.nowNanos());
            }
        }
        pump();
    }

    private void pump() {
        if (desks.waiting() == 0) {
            return;
        }
        long now = run.nowNanos();
        for (Offer offer : desks.grant(budgetBytes - openBytes, now)) {
            WorkerModel worker = run.worker(offer.worker());
            worker.seat.granted.put(offer.id(), new SeatModel.Granted(offer.bytes()));
            sending.add(worker.seat);
            openBytes += offer.bytes();
            results++;
            bytes += offer.bytes();
            run.timeline.granted(worker.host, offer.bytes(), now);
            Kind as = offered.remove(new Key(worker.number(), offer.id()));
            run.sendDown(worker, Kind.GRANT, 0, offer.id(), as == null ? Kind.RESULTS : as);
        }
        most = Math.max(most, desks.outstanding());
    }

    Grants summary() {
        return new Grants(results, bytes, most, desks.history());
    }
}
