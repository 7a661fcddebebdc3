package dev.sluice.model.schedule;

import java.util.List;

/**
 * A cycle that is given piece by piece, as a sub-master's is by its parent: how many units it will have is not known
 * before its end, and only the parent knows when that is. Confined to the scheduler.
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

    /** A cycle begins: whole, or piece by piece. */
    void begin(boolean inPieces) {
        piecewise = inPieces;
        resultsWanted = !inPieces;
        given.clear();
    }

    /** Whether the cycle is over once all its units are finished. */
    boolean endsByItself() {
        return !piecewise;
    }

    /** Whether results that workers keep are to be collected once nothing is left to compute. */
    boolean resultsWanted() {
        return resultsWanted;
    }

    /** What the parent says of this cycle. */
    void hear(Event.FromParent word, Outbox outbox) {
        if (word instanceof Event.UnitsRecalled recalled) {
            recall(recalled, outbox);
        } else if (word instanceof Event.UnitsWithdrawn withdrawn) {
            withdraw(withdrawn, outbox);
        } else if (word instanceof Event.ResultsWanted) {
            resultsWanted = true;
        }
    }

    void give(long from, long to) {
        add(from, to);
        ledger.give(from, to);
        resultsWanted = false;
    }

    /** Units that come with a worker, which is to take them right away. */
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

    /** Takes what is given of these units, whoever has them. */
    private void withdraw(Event.UnitsWithdrawn event, Outbox outbox) {
        losses.withdraw(event.from(), event.to(), outbox);
        UnitRanges gone = new UnitRanges();
        given.forEachWithin(event.from(), event.to(), gone::add);
        given.remove(event.from(), event.to());
        gone.forEach(ledger::withdraw);
    }

    /** Gives back as many units as are wanted that nobody holds, the last ones first. */
    private void recall(Event.UnitsRecalled event, Outbox outbox) {
        long left = event.units();
        UnitRanges pool = ledger.pool();
        while (piecewise && left > 0 && !pool.isEmpty()) {
            int last = pool.ranges() - 1;
            long to = pool.to(last);
            long from = Math.max(pool.from(last), to - left);
            ledger.take(from, to);
            left -= to - from;
            giveBack(event.cycle(), from, to, outbox);
        }
        // Those in trouble wait for others to try them, unless nobody is left.
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

    /** Adopted units that nobody has any more are for those who have their inputs. After each event. */
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
