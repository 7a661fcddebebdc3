package dev.sluice.model.schedule;

/**
 * Attempts that a worker holds, and which of their units it still owes. Some of these it may have computed and kept, as
 * results are collected later. Confined to the scheduler.
 */
final class Outstanding {
    private final AttemptRun run;
    private final boolean copy;
    private final boolean moved;
    private final UnitRanges open = new UnitRanges();
    private final UnitRanges completed = new UnitRanges();

    /** @param copy it was assigned while another worker held the same units */
    Outstanding(AttemptRun run, boolean copy) {
        this(run, copy, false);
        open.add(run.firstUnit(), run.endUnit());
    }

    private Outstanding(AttemptRun run, boolean copy, boolean moved) {
        this.run = run;
        this.copy = copy;
        this.moved = moved;
    }

    /** Units that another master gave the worker under this nonce. How that divided them into attempts is not known. */
    static Outstanding moved(long attempt, long nonce, UnitRanges units) {
        long first = units.from(0);
        long count = units.to(units.ranges() - 1) - first;
        int chunk = (int) (count >> 30) + 1;
        int chunks = (int) ((count + chunk - 1) / chunk);
        Outstanding outstanding = new Outstanding(new AttemptRun(attempt, nonce, first, chunk, chunks), false, true);
        outstanding.open.addAll(units);
        return outstanding;
    }

    /** Whether another master made these attempts. */
    boolean isMoved() {
        return moved;
    }

    /** The same attempts, of which nothing is open. */
    Outstanding emptied() {
        return new Outstanding(run, copy, moved);
    }

    AttemptRun run() {
        return run;
    }

    /** Whether another worker held the same units when these attempts were made. */
    boolean isCopy() {
        return copy;
    }

    /** Units whose results have not come under these attempts. */
    UnitRanges open() {
        return open;
    }

    /** Those of the open units that are computed: the worker keeps their results until they are collected. */
    UnitRanges completed() {
        return completed;
    }

    /** The open units that are yet to be computed. */
    UnitRanges working() {
        UnitRanges working = open.copy();
        completed.forEach(working::remove);
        return working;
    }

    /** How many open units are yet to be computed. */
    long workingUnits() {
        return open.size() - completed.size();
    }

    /** Chunks not wholly computed; exact while units are reported in order. */
    long openChunks() {
        return (workingUnits() + run.chunkUnits() - 1) / run.chunkUnits();
    }

    /** [from, to) is computed, as far as it is open. */
    void complete(long from, long to) {
        open.forEachWithin(from, to, completed::add);
    }

    /** [from, to) is owed no longer. */
    void settle(long from, long to) {
        open.remove(from, to);
        completed.remove(from, to);
    }

    /** Whether [from, to) with this first attempt and nonce is part of these attempts. */
    boolean covers(long attempt, long nonce, long from, long to) {
        return nonce == run.nonce()
                && run.firstUnit() <= from
                && to <= run.endUnit()
                && (moved || run.attemptOf(from) == attempt);
    }
}
