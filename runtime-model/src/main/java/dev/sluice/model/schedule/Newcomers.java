package dev.sluice.model.schedule;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Takes over what a worker brings that another master gave it: a sub-master that died, mostly. Attempts are of a level,
 * so its units are known by their indices. What is open to all it keeps; a finished result it also keeps when another
 * computes its unit by now: the first result wins. Confined to the scheduler.
 */
final class Newcomers {
    /** A greater attempt is nobody's: numbers of attempts must have room to go on. */
    static final long MOST_ATTEMPT = Long.MAX_VALUE >> 2;

    private final UnitLedger ledger;
    private final Roster roster;

    Newcomers(UnitLedger ledger, Roster roster) {
        this.ledger = ledger;
        this.roster = roster;
    }

    /** Units under one nonce, which the other master named by attempts from {@code attempt} on. */
    private static final class Moved {
        long attempt = Long.MAX_VALUE;
        final UnitRanges units = new UnitRanges();
    }

    /**
     * The worker keeps what it may, and is told to drop the rest.
     *
     * @return an attempt after all under which it holds them
     */
    long takeOver(WorkerRecord worker, Brought brought, boolean sameCycle, Outbox outbox) {
        Map<Long, Moved> byNonce = new LinkedHashMap<>();
        long after = 1;
        for (HeldUnits held : brought.working()) {
            UnitRanges kept =
                    takes(held, sameCycle) ? ledger.takeBack(held.firstUnit(), held.endUnit()) : new UnitRanges();
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

    /** The units whose result is still of use: open to all, or with another. What this worker has itself is not. */
    private UnitRanges wanted(WorkerRecord worker, HeldUnits finished) {
        UnitRanges wanted = new UnitRanges();
        roster.forEachHeldWithin(finished.firstUnit(), finished.endUnit(), wanted::add);
        ledger.finished().forEachWithin(finished.firstUnit(), finished.endUnit(), wanted::remove);
        for (Outstanding own : worker.held) {
            own.open().forEachWithin(finished.firstUnit(), finished.endUnit(), wanted::remove);
        }
        wanted.forEach(ledger::share);
        wanted.addAll(ledger.takeBack(finished.firstUnit(), finished.endUnit()));
        return wanted;
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

    /** All units of one nonce are one entry, since they are found by it; says under which attempt. */
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
        worker.isolated = false; // it is a sub-master's: what came is computed beside what it was given
        return attempt;
    }
}
