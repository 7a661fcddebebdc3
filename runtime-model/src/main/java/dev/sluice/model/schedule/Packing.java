package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import dev.sluice.model.schedule.Kinds.Kind;
import dev.sluice.model.schedule.Roster.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Packs units that need more or other than one slot ({@link Kind}). A worker gets such a unit only when its needs are
 * free there, and none ahead. Units of a higher priority come first; among those of one priority, units with needs come
 * before units of one slot, the oldest first.
 *
 * <p>No unit starves by others of its priority or a lower one. A unit that has no room anywhere reserves the worker
 * that lacks least. Other units may use there what is left besides it, so that it starts when the units that run have
 * ended; units of a higher priority do not heed the reservation. Units of one slot have their turn after {@value #TURN}
 * others. Confined to the scheduler. (docs/decisions/0209)
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
        return ledger.kinds().haveNeeds();
    }

    /** True if the worker has room for this unit now. */
    boolean hasRoomFor(WorkerRecord worker, long unit) {
        if (!isOn()) {
            return true;
        }
        Kind kind = ledger.kinds().of(unit);
        return kind.isOneSlot() ? narrowSlots(worker, kind.priority) > worker.narrowUnits() : fits(worker, kind);
    }

    /** Keeps room on this worker for a unit that waits for a retry, if nothing is reserved for its kind. */
    void wish(WorkerRecord worker, long unit, boolean takesBack, int cycle, Outbox outbox) {
        Kind kind = ledger.kinds().of(unit);
        if (!kind.isOneSlot()
                && kind.reserved == null
                && isReservableFor(kind, worker)
                && roster.can(worker, kind.needs)) {
            reserve(kind, worker, takesBack, cycle, outbox);
        }
    }

    /**
     * Hands out units with needs and of this priority to this worker while there is room.
     *
     * @param give receives each unit
     * @param takesBack whether units that are not started may be asked back
     */
    void fill(WorkerRecord worker, int priority, LongConsumer give, boolean takesBack, int cycle, Outbox outbox) {
        releaseStale();
        if (narrowHaveTheirTurn(worker, priority)) {
            return;
        }
        for (Kind kind : waitingKinds(priority)) {
            while (!kind.pool.isEmpty() && fits(worker, kind)) {
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

    /** Slots of the worker that units of one slot and of this priority may use. */
    int narrowSlots(WorkerRecord worker, int priority) {
        if (!isOn()) {
            return worker.slots;
        }
        int slots = worker.slots - worker.wide;
        Kind kind = reservedBy(worker);
        if (kind != null && kind.priority >= priority && runHas(kind.needs)) {
            long own = worker.own.units(kind.needs) * kind.needs.processors();
            slots = (int) Math.min(slots, worker.slots - kind.needs.processors() - (worker.wide - own));
        }
        return Math.max(0, slots);
    }

    /**
     * True if units of one slot and of this priority are given to the worker one at a time, because it keeps room for
     * another unit.
     */
    boolean isReserved(WorkerRecord worker, int priority) {
        Kind kind = isOn() ? reservedBy(worker) : null;
        return kind != null && kind.priority >= priority;
    }

    /** True if the worker keeps no room for a unit of this priority or a higher one. */
    private boolean isReservableFor(Kind kind, WorkerRecord worker) {
        Kind other = reservedBy(worker);
        return other == null || other.priority < kind.priority;
    }

    private @Nullable Kind reservedBy(WorkerRecord worker) {
        for (Kind kind : ledger.kinds().others()) {
            if (kind.reserved == worker) {
                return kind;
            }
        }
        return null;
    }

    private void releaseStale() {
        for (Kind kind : ledger.kinds().others()) {
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
    private boolean narrowHaveTheirTurn(WorkerRecord worker, int priority) {
        boolean turn = inTurn >= TURN
                && !ledger.kinds().oneSlotPool(priority).isEmpty()
                && roster.narrowUnits() == 0
                && worker.slots > worker.wide;
        Kind kind = turn ? reservedBy(worker) : null;
        if (kind != null && kind.priority > priority) {
            return false;
        }
        if (kind != null) {
            kind.reserved = null;
        }
        return turn;
    }

    private List<Kind> waitingKinds(int priority) {
        List<Kind> waiting = new ArrayList<>();
        for (Kind kind : ledger.kinds().others()) {
            if (kind.priority == priority && !kind.isOneSlot() && !kind.pool.isEmpty()) {
                waiting.add(kind);
            }
        }
        waiting.sort(Comparator.comparingLong(kind -> kind.pool.from(0)));
        return waiting;
    }

    /** The worker that lacks the fewest slots for a unit of this kind and may be reserved for it; null if none is. */
    private @Nullable WorkerRecord bestFor(Kind kind) {
        WorkerRecord best = null;
        long least = Long.MAX_VALUE;
        for (WorkerRecord worker : roster.all()) {
            if (!roster.takesUnits(worker)
                    || worker.isolated
                    || worker.probing
                    || !roster.can(worker, kind.needs)
                    || !isReservableFor(kind, worker)) {
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
        Kind before = reservedBy(worker);
        if (before != null) {
            before.reserved = null;
        }
        kind.reserved = worker;
        kind.order = ++reservations;
        long over = worker.narrowUnits() - narrowSlots(worker, kind.priority);
        if (over > 0 && takesBack && !worker.revoking && worker.narrowUnits() > worker.slots - worker.wide) {
            worker.revoking = true;
            outbox.add(new Action.Revoke(worker.id, cycle, over));
        }
    }

    /** Asks workers for queued units back while others of one slot and of a higher priority wait. */
    void prefer(int cycle, Outbox outbox) {
        int[] priorities = ledger.kinds().priorities();
        int top = 0;
        while (top < priorities.length
                && ledger.kinds().oneSlotPool(priorities[top]).isEmpty()) {
            top++;
        }
        if (top >= priorities.length - 1) {
            return; // none waits, or none of a lower priority can be queued
        }
        for (WorkerRecord worker : roster.all()) {
            long queued = worker.narrowUnits() - Math.max(0, worker.slots - worker.wide);
            if (queued > 0 && worker.takesWork() && !worker.revoking && worker.holdsBelow(priorities[top])) {
                worker.revoking = true;
                outbox.add(new Action.Revoke(worker.id, cycle, queued));
            }
        }
    }

    private boolean fits(WorkerRecord worker, Kind own) {
        Amounts needs = own.needs;
        if (!roster.can(worker, needs) || worker.busySlots() + needs.processors() > worker.slots) {
            return false;
        }
        for (Map.Entry<String, Long> need : needs.byName().entrySet()) {
            String name = need.getKey();
            if (!name.equals(Amounts.PROCESSORS) && !shareOf(worker, name).has(name, need.getValue())) {
                return false;
            }
        }
        for (Kind kind : ledger.kinds().others()) {
            if (kind.reserved != null && isAhead(kind, own) && !leavesRoom(kind, kind.reserved, worker, needs)) {
                return false;
            }
        }
        return true;
    }

    /** True if {@code own} heeds this reservation: that of a higher priority, or an earlier one of the same. */
    private static boolean isAhead(Kind kind, Kind own) {
        long order = own.reserved == null ? Long.MAX_VALUE : own.order;
        return kind.priority > own.priority || kind.priority == own.priority && kind.order < order;
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
    void probe(WorkerRecord worker, int priority, LongConsumer give) {
        for (Kind kind : waitingKinds(priority)) {
            if (fits(worker, kind)) {
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
        for (Kind kind : ledger.kinds().others()) {
            if (kind.judged || kind.isOneSlot()) {
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
