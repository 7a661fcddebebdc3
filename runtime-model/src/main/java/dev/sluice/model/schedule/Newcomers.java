package dev.sluice.model.schedule;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Takes over units that a worker brings from another master, usually a sub-master that died. Attempts belong to one
 * level, so the units are identified by their indices. The worker keeps units that are open. It also keeps finished
 * results whose units another worker computes by now, because the first result wins. Confined to the scheduler.
 */
final class Newcomers {
    /** Upper bound of valid attempts; it leaves room for later numbers. */
    static final long MOST_ATTEMPT = Long.MAX_VALUE >> 2;

    private final UnitLedger ledger;
    private final Roster roster;
    private final Pieces pieces;

    Newcomers(UnitLedger ledger, Roster roster, Pieces pieces) {
        this.ledger = ledger;
        this.roster = roster;
        this.pieces = pieces;
    }

    /** Units under one nonce, which the other master named by attempts from {@code attempt} on. */
    private static final class Moved {
        long attempt = Long.MAX_VALUE;
        final UnitRanges units = new UnitRanges();
    }

    /**
     * Lets the worker keep the units that it may keep, and tells it to drop the rest.
     *
     * @return an attempt greater than all attempts under which it holds them
     */
    long takeOver(WorkerRecord worker, Brought brought, boolean sameCycle, Outbox outbox) {
        Map<Long, Moved> byNonce = new LinkedHashMap<>();
        long after = 1;
        if (sameCycle) {
            pieces.adopt(brought.adopted());
        }
        for (HeldUnits held : brought.working()) {
            UnitRanges kept = new UnitRanges();
            if (takes(held, sameCycle)) {
                decodable(held).forEach((from, to) -> kept.addAll(ledger.takeBack(from, to)));
            }
            after = Math.max(after, keep(byNonce, held, kept));
            Losses.dropRest(worker, held, kept, outbox);
        }
        for (HeldUnits held : brought.finished()) {
            UnitRanges kept = takes(held, sameCycle) ? wanted(worker, held) : new UnitRanges();
            after = Math.max(after, keep(byNonce, held, kept));
            Losses.dropRest(worker, held, kept, outbox);
        }
        for (Map.Entry<Long, Moved> each : byNonce.entrySet()) {
            after = Math.max(after, hold(worker, each.getKey(), each.getValue()) + 1);
        }
        return after;
    }

    private static boolean takes(HeldUnits held, boolean sameCycle) {
        return sameCycle && held.attempt() < MOST_ATTEMPT && held.units() < MOST_ATTEMPT;
    }

    /**
     * The units whose results are still useful: open, or held by another worker. Units that this worker already holds
     * are left out.
     */
    private UnitRanges wanted(WorkerRecord worker, HeldUnits finished) {
        UnitRanges decodable = decodable(finished);
        UnitRanges wanted = new UnitRanges();
        decodable.forEach((from, to) -> roster.forEachHeldWithin(from, to, wanted::add));
        ledger.finished().forEachWithin(finished.firstUnit(), finished.endUnit(), wanted::remove);
        for (Outstanding own : worker.held) {
            own.open().forEachWithin(finished.firstUnit(), finished.endUnit(), wanted::remove);
        }
        wanted.forEach(ledger::share);
        decodable.forEach((from, to) -> wanted.addAll(ledger.takeBack(from, to)));
        return wanted;
    }

    /**
     * The units without those of which a result could not be decoded. The scheduler chooses who tries these again, as a
     * second bad result may end the run.
     */
    private UnitRanges decodable(HeldUnits held) {
        UnitRanges units = new UnitRanges();
        units.add(held.firstUnit(), held.endUnit());
        for (Trouble trouble : ledger.troublesWithin(held.firstUnit(), held.endUnit())) {
            if (trouble.hasBadResult()) {
                units.remove(trouble.unit, trouble.unit + 1);
            }
        }
        return units;
    }

    private static long keep(Map<Long, Moved> byNonce, HeldUnits held, UnitRanges kept) {
        if (kept.isEmpty()) {
            return 1;
        }
        Moved moved = byNonce.computeIfAbsent(held.nonce(), nonce -> new Moved());
        moved.attempt = Math.min(moved.attempt, held.attempt());
        moved.units.addAll(kept);
        return held.attempt() + held.units();
    }

    /** Merges all units of one nonce into one entry, because look-ups use the nonce. Returns the entry's attempt. */
    private static long hold(WorkerRecord worker, long nonce, Moved moved) {
        Outstanding before = worker.movedWith(nonce);
        long attempt = moved.attempt;
        if (before != null) {
            worker.release(before);
            moved.units.addAll(before.open());
            attempt = Math.min(attempt, before.run().firstAttempt());
        }
        while (worker.held.beginningWith(attempt) != null) {
            attempt++;
        }
        Outstanding all = Outstanding.moved(attempt, nonce, moved.units);
        if (before != null) {
            before.completed().forEach(all::complete);
        }
        worker.hold(all);
        worker.isolated = false; // a sub-master computes the units it brought beside the isolated unit
        return attempt;
    }
}
