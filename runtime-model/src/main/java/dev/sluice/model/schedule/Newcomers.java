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
    private static final long MOST_ATTEMPT = Long.MAX_VALUE >> 2;

    private final UnitLedger ledger;
    private final Roster roster;

    Newcomers(UnitLedger ledger, Roster roster) {
        this.ledger = ledger;
        this.roster = roster;
    }

    /** Units under one nonce, which the other master named by attempts from {@code attempt} on. */
    private static final class Brought {
        long attempt = Long.MAX_VALUE;
        final UnitRanges units = new UnitRanges();
    }

    /**
     * The worker, which holds nothing yet, keeps what it may, and is told to drop the rest.
     *
     * @return an attempt after all that it names
     */
    long takeOver(WorkerRecord worker, Event.WorkerJoined event, boolean sameCycle, Outbox outbox) {
        Map<Long, Brought> byNonce = new LinkedHashMap<>();
        long after = 1;
        for (HeldUnits held : event.working()) {
            UnitRanges kept = takes(held, sameCycle) ? open(held, false) : new UnitRanges();
            after = Math.max(after, keep(byNonce, held, kept));
            Losses.dropRest(worker, held, kept, outbox);
        }
        for (ResultRun run : event.finished()) {
            HeldUnits held = new HeldUnits(run.attempt(), run.nonce(), run.firstUnit(), run.units());
            UnitRanges kept = takes(held, sameCycle) ? open(held, true) : new UnitRanges();
            after = Math.max(after, keep(byNonce, held, kept));
            Losses.dropRest(worker, held, kept, outbox);
        }
        byNonce.forEach((nonce, brought) -> {
            long attempt = brought.attempt;
            while (worker.held.beginningWith(attempt) != null) {
                attempt++; // of nonces only a faulty peer names so
            }
            worker.hold(Outstanding.moved(attempt, nonce, brought.units));
        });
        return after;
    }

    private static boolean takes(HeldUnits held, boolean sameCycle) {
        return sameCycle && held.attempt() < MOST_ATTEMPT && held.units() < MOST_ATTEMPT;
    }

    /** What of these units the worker may keep. */
    private UnitRanges open(HeldUnits held, boolean finished) {
        UnitRanges kept = new UnitRanges();
        if (finished) {
            roster.forEachHeldWithin(held.firstUnit(), held.endUnit(), kept::add);
            ledger.finished().forEachWithin(held.firstUnit(), held.endUnit(), kept::remove);
            kept.forEach(ledger::share);
        }
        kept.addAll(ledger.takeBack(held.firstUnit(), held.endUnit()));
        return kept;
    }

    private static long keep(Map<Long, Brought> byNonce, HeldUnits held, UnitRanges kept) {
        if (kept.isEmpty()) {
            return 1;
        }
        Brought brought = byNonce.computeIfAbsent(held.nonce(), nonce -> new Brought());
        brought.attempt = Math.min(brought.attempt, held.attempt());
        brought.units.addAll(kept);
        return held.attempt() + held.units();
    }
}
