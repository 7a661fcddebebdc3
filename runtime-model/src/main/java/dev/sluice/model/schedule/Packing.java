package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import dev.sluice.model.schedule.Roster.Share;
import dev.sluice.model.schedule.UnitLedger.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Packs units that need more or other than one slot ({@link Kind}). A worker gets such a unit only when its needs are
 * free there, and none ahead. They come before units of one slot, the oldest first.
 *
 * <p>No unit starves. A unit that has no room anywhere reserves the worker that lacks least. Other units may use there
 * what is left besides it, so that it starts when the units that run have ended. Units of one slot have their turn
 * after {@value #TURN} others. Confined to the scheduler. (docs/decisions/0209)
 */
final class Packing {
    /** Units with needs that may be handed out while units of one slot wait and none of them is computed. */
    static final int TURN = 16;

    private final UnitLedger ledger;
    private final Roster roster;
    private int inTurn;
    private long reservations;

    Packing(UnitLedger ledger, Roster roster) {
        this.ledger = ledger;
        this.roster = roster;
    }

    /** True if a unit of the open cycle has needs; otherwise nothing here is asked for. */
    boolean isOn() {
        return !ledger.kinds().isEmpty();
    }

    /** True if the worker has room for this unit now. */
    boolean hasRoomFor(WorkerRecord worker, long unit) {
        if (!isOn()) {
            return true;
        }
        Amounts needs = ledger.needsOf(unit);
        return needs.isOneSlot() ? narrowSlots(worker) > worker.narrowUnits() : fits(worker, needs);
    }

    /** Keeps room on this worker for a unit that waits for a retry, if nothing is reserved for its kind. */
    void wish(WorkerRecord worker, long unit, boolean takesBack, int cycle, Outbox outbox) {
        Kind kind = ledger.kindOf(unit);
        if (kind != null && kind.reserved == null && reservedBy(worker) == null && roster.can(worker, kind.needs)) {
            reserve(kind, worker, takesBack, cycle, outbox);
        }
    }

    /**
     * Hands out units with needs to this worker while there is room.
     *
     * @param give receives each unit
     * @param takesBack whether units that are not started may be asked back
     */
    void fill(WorkerRecord worker, LongConsumer give, boolean takesBack, int cycle, Outbox outbox) {
        releaseStale();
        if (narrowHaveTheirTurn(worker)) {
            return;
        }
        for (Kind kind : waitingKinds()) {
            while (!kind.pool.isEmpty() && fits(worker, kind.needs)) {
                long unit = kind.pool.from(0);
                kind.pool.remove(unit, unit + 1);
                if (kind.reserved == worker) {
                    kind.reserved = null;
                }
                inTurn++;
                give.accept(unit);
            }
            if (!kind.pool.isEmpty() && kind.reserved == null) {
                WorkerRecord best = bestFor(kind);
                if (best != null) {
                    reserve(kind, best, takesBack, cycle, outbox);
                }
            }
        }
    }

    /** A unit of one slot was handed out. */
    void narrowGiven() {
        inTurn = 0;
    }

    /** Slots of the worker that units of one slot may use. */
    int narrowSlots(WorkerRecord worker) {
        if (!isOn()) {
            return worker.slots;
        }
        int slots = worker.slots - worker.wide;
        Kind kind = reservedBy(worker);
        if (kind != null && runHas(kind.needs)) {
            long own = worker.own.units(kind.needs) * kind.needs.processors();
            slots = (int) Math.min(slots, worker.slots - kind.needs.processors() - (worker.wide - own));
        }
        return Math.max(0, slots);
    }

    /** True if units of one slot are given to the worker one at a time, because it keeps room for another unit. */
    boolean isReserved(WorkerRecord worker) {
        return isOn() && reservedBy(worker) != null;
    }

    private @Nullable Kind reservedBy(WorkerRecord worker) {
        for (Kind kind : ledger.kinds()) {
            if (kind.reserved == worker) {
                return kind;
            }
        }
        return null;
    }

    private void releaseStale() {
        for (Kind kind : ledger.kinds()) {
            WorkerRecord worker = kind.reserved;
            if (worker != null
                    && (kind.pool.isEmpty() && !ledger.waits(kind)
                            || !roster.takesUnits(worker)
                            || !roster.can(worker, kind.needs))) {
                kind.reserved = null;
            }
        }
    }

    /** True if units of one slot have waited long enough; this worker then keeps no room for others. */
    private boolean narrowHaveTheirTurn(WorkerRecord worker) {
        boolean turn =
                inTurn >= TURN && !ledger.pool().isEmpty() && roster.narrowUnits() == 0 && worker.slots > worker.wide;
        Kind kind = turn ? reservedBy(worker) : null;
        if (kind != null) {
            kind.reserved = null;
        }
        return turn;
    }

    private List<Kind> waitingKinds() {
        List<Kind> waiting = new ArrayList<>();
        for (Kind kind : ledger.kinds()) {
            if (!kind.pool.isEmpty()) {
                waiting.add(kind);
            }
        }
        waiting.sort(Comparator.comparingLong(kind -> kind.pool.from(0)));
        return waiting;
    }

    /** The worker that lacks the fewest slots for a unit of this kind and is reserved for no other; null if none is. */
    private @Nullable WorkerRecord bestFor(Kind kind) {
        WorkerRecord best = null;
        long least = Long.MAX_VALUE;
        for (WorkerRecord worker : roster.all()) {
            if (!roster.takesUnits(worker)
                    || worker.isolated
                    || worker.probing
                    || !roster.can(worker, kind.needs)
                    || reservedBy(worker) != null) {
                continue;
            }
            long lacks = Math.max(0, kind.needs.processors() - (worker.slots - worker.busySlots()));
            if (lacks < least) {
                least = lacks;
                best = worker;
            }
        }
        return best;
    }

    private void reserve(Kind kind, WorkerRecord worker, boolean takesBack, int cycle, Outbox outbox) {
        kind.reserved = worker;
        kind.order = ++reservations;
        long over = worker.narrowUnits() - narrowSlots(worker);
        if (over > 0 && takesBack && !worker.revoking && worker.narrowUnits() > worker.slots - worker.wide) {
            worker.revoking = true;
            outbox.add(new Action.Revoke(worker.id, cycle, over));
        }
    }

    private boolean fits(WorkerRecord worker, Amounts needs) {
        if (!roster.can(worker, needs) || worker.busySlots() + needs.processors() > worker.slots) {
            return false;
        }
        for (Map.Entry<String, Long> need : needs.byName().entrySet()) {
            String name = need.getKey();
            if (!name.equals(Amounts.PROCESSORS) && !shareOf(worker, name).has(name, need.getValue())) {
                return false;
            }
        }
        long order = Long.MAX_VALUE; // of two kinds that keep room, the later one waits for the earlier one
        for (Kind kind : ledger.kinds()) {
            order = kind.reserved != null && kind.needs.equals(needs) ? kind.order : order;
        }
        for (Kind kind : ledger.kinds()) {
            if (kind.reserved != null && kind.order < order && !leavesRoom(kind, kind.reserved, worker, needs)) {
                return false;
            }
        }
        return true;
    }

    /**
     * True if a unit with these needs on {@code worker} delays no unit of a kind for which {@code kept} keeps room:
     * what units of other kinds use and what one unit of that kind needs fits together.
     */
    private boolean leavesRoom(Kind kind, WorkerRecord kept, WorkerRecord worker, Amounts needs) {
        Amounts first = kind.needs;
        boolean mayStart = runHas(first);
        if (kept == worker && mayStart) {
            long others = worker.busySlots() - worker.own.units(first) * first.processors();
            if (others + needs.processors() + first.processors() > worker.slots) {
                return false;
            }
        }
        for (String name : first.byName().keySet()) {
            long more = needs.get(name);
            Share share = shareOf(kept, name);
            boolean waitsHere = mayStart || share == roster.run();
            if (more > 0 && !name.equals(Amounts.PROCESSORS) && waitsHere && share == shareOf(worker, name)) {
                long others = share.used(name) - share.units(first) * first.get(name);
                if (others + more + first.get(name) > share.total().get(name)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** True if the run has what a unit with these needs takes from it. */
    private boolean runHas(Amounts needs) {
        for (String name : roster.run().total().byName().keySet()) {
            if (needs.names(name) && !roster.run().has(name, needs.get(name))) {
                return false;
            }
        }
        return true;
    }

    private Share shareOf(WorkerRecord worker, String name) {
        return roster.run().total().names(name) ? roster.run() : worker.host;
    }

    /** The attempts with the part of their needs that the worker has to meet. */
    AttemptRun forWorker(AttemptRun run) {
        return run.needs().isOneSlot()
                ? run
                : run.needing(run.needs().without(roster.run().total()));
    }

    /** Gives the worker, which computes nothing, one unit for which it has room. */
    void probe(WorkerRecord worker, LongConsumer give) {
        for (Kind kind : waitingKinds()) {
            if (fits(worker, kind.needs)) {
                long unit = kind.pool.from(0);
                kind.pool.remove(unit, unit + 1);
                give.accept(unit);
                return;
            }
        }
    }

    /**
     * Says of which units no worker that is here or expected could compute any. Each kind is judged once, so that units
     * whose only worker is lost later wait for another one.
     */
    void refuse(int cycle, Outbox outbox) {
        for (Kind kind : ledger.kinds()) {
            if (kind.judged) {
                continue;
            }
            boolean ofRun = runCovers(kind.needs);
            if (ofRun
                    && !roster.anyCan(kind.needs)
                    && (roster.activeSlots() == 0 || roster.expectsMore() || ledger.isAwaitingWorkers())) {
                continue; // wait for those who come
            }
            kind.judged = true;
            if (!ofRun || !roster.anyCan(kind.needs)) {
                outbox.add(new Action.RefuseUnits(
                        cycle, kind.all.from(0), kind.all.size(), kind.needs, ofRun ? roster.offers() : List.of()));
            }
        }
    }

    private boolean runCovers(Amounts needs) {
        Amounts total = roster.run().total();
        for (String name : total.byName().keySet()) {
            if (needs.get(name) > total.get(name)) {
                return false;
            }
        }
        return true;
    }
}
