package dev.sluice.model.schedule;

import java.util.List;

/**
 * A cycle that a parent gives to a sub-master piece by piece. The number of its units is unknown before its end, and
 * only the parent knows when the cycle ends. Confined to the scheduler.
 */
final class Pieces {
    private final UnitLedger ledger;
    private final Roster roster;
    private final Losses losses;
    private final UnitRanges given = new UnitRanges();
    private boolean piecewise;
    private boolean resultsWanted;

    Pieces(UnitLedger ledger, Roster roster, Losses losses) {
        this.ledger = ledger;
        this.roster = roster;
        this.losses = losses;
    }

    /** Begins a cycle: whole, or piece by piece. */
    void begin(boolean inPieces) {
        piecewise = inPieces;
        resultsWanted = !inPieces;
        given.clear();
    }

    /** True if the cycle ends when all its units are finished. */
    boolean endsByItself() {
        return !piecewise;
    }

    /** True if deferred results are to be collected once no unit is left to compute. */
    boolean resultsWanted() {
        return resultsWanted;
    }

    /** Handles a message of the parent about this cycle. */
    void hear(Event.FromParent word, Outbox outbox) {
        if (word instanceof Event.UnitsRecalled recalled) {
            recall(recalled, outbox);
        } else if (word instanceof Event.UnitsWithdrawn withdrawn) {
            withdraw(withdrawn, outbox);
        } else if (word instanceof Event.ResultsWanted) {
            resultsWanted = true;
        }
    }

    void give(Event.UnitsGiven event) {
        add(event.from(), event.to());
        ledger.give(event.from(), event.to(), event.kinds());
        resultsWanted = false;
    }

    /** Adds units that a worker brings. The worker must take them immediately. */
    void adopt(UnitRanges units) {
        units.forEach((from, to) -> {
            add(from, to);
            ledger.adopt(from, to);
        });
    }

    private void add(long from, long to) {
        if (!piecewise || from < 0 || from >= to || given.intersects(from, to)) {
            throw new IllegalStateException("units [" + from + "," + to + ") given to a cycle "
                    + (piecewise ? "that has of them " + given : "that began whole"));
        }
        given.add(from, to);
    }

    /** Withdraws the given ones of these units from all workers. */
    private void withdraw(Event.UnitsWithdrawn event, Outbox outbox) {
        losses.withdraw(event.from(), event.to(), outbox);
        UnitRanges gone = new UnitRanges();
        given.forEachWithin(event.from(), event.to(), gone::add);
        given.remove(event.from(), event.to());
        gone.forEach(ledger::withdraw);
    }

    /** Gives back up to the wanted number of units that no worker holds, the last ones first. */
    private void recall(Event.UnitsRecalled event, Outbox outbox) {
        long left = event.units();
        for (UnitRanges pool : ledger.kinds().pools()) {
            while (piecewise && left > 0 && !pool.isEmpty()) {
                int last = pool.ranges() - 1;
                long to = pool.to(last);
                long from = Math.max(pool.from(last), to - left);
                ledger.take(from, to);
                left -= to - from;
                giveBack(event.cycle(), from, to, outbox);
            }
        }
        // Failed units wait for other workers to try them, unless no worker is left.
        if (piecewise && roster.activeSlots() == 0) {
            for (Trouble each : List.copyOf(ledger.waiting())) {
                if (left-- <= 0) {
                    return;
                }
                ledger.withdraw(each.unit, each.unit + 1);
                giveBack(event.cycle(), each.unit, each.unit + 1, outbox);
            }
        }
    }

    /**
     * Gives back adopted units that no worker holds any more, because other workers here lack their inputs. Called
     * after each event.
     */
    void giveBackOrphans(int cycle, Outbox outbox) {
        if (!ledger.orphans().isEmpty()) {
            ledger.orphans().copy().forEach((from, to) -> {
                ledger.withdraw(from, to);
                giveBack(cycle, from, to, outbox);
            });
        }
    }

    private void giveBack(int cycle, long from, long to, Outbox outbox) {
        given.remove(from, to);
        losses.disown(from, to);
        outbox.add(new Action.GiveBack(cycle, from, to));
    }
}
