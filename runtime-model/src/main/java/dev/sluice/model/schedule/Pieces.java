package dev.sluice.model.schedule;

import java.util.List;

/**
 * A cycle that is given piece by piece, as a sub-master's is by its parent: how many units it will have is not known
 * before its end, and only the parent knows when that is. Confined to the scheduler.
 */
final class Pieces {
    private final UnitLedger ledger;
    private final UnitRanges given = new UnitRanges();
    private boolean piecewise;
    private boolean resultsWanted;

    Pieces(UnitLedger ledger) {
        this.ledger = ledger;
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

    void wantResults() {
        resultsWanted = true;
    }

    void give(long from, long to) {
        if (!piecewise || from < 0 || from >= to || given.intersects(from, to)) {
            throw new IllegalStateException("units [" + from + "," + to + ") given to a cycle "
                    + (piecewise ? "that has of them " + given : "that began whole"));
        }
        given.add(from, to);
        ledger.give(from, to);
        resultsWanted = false;
    }

    /** Takes what is given of [from, to), which nobody holds. */
    void withdraw(long from, long to) {
        UnitRanges gone = new UnitRanges();
        given.forEachWithin(from, to, gone::add);
        given.remove(from, to);
        gone.forEach(ledger::withdraw);
    }

    /**
     * Takes up to so many units that nobody holds, the last ones first.
     *
     * @param troubled whether also those that wait because they are in trouble: where nobody is left to try them on
     */
    void recall(long units, boolean troubled, UnitRanges.RangeConsumer back) {
        long left = units;
        UnitRanges pool = ledger.pool();
        while (piecewise && left > 0 && !pool.isEmpty()) {
            int last = pool.ranges() - 1;
            long to = pool.to(last);
            long from = Math.max(pool.from(last), to - left);
            ledger.take(from, to);
            given.remove(from, to);
            left -= to - from;
            back.accept(from, to);
        }
        if (piecewise && troubled) {
            for (Trouble each : List.copyOf(ledger.waiting())) {
                if (left-- <= 0) {
                    return;
                }
                ledger.withdraw(each.unit, each.unit + 1);
                given.remove(each.unit, each.unit + 1);
                back.accept(each.unit, each.unit + 1);
            }
        }
    }
}
