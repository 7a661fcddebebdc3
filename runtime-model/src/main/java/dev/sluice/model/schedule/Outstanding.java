package dev.sluice.model.schedule;

/**
 * Attempts that a worker holds, and which of their units it still owes. Some of these it may have computed and kept, as
 * results are collected later. Confined to the scheduler.
 */
final class Outstanding {
    /** Never changed. */
    private static final UnitRanges NOTHING = new UnitRanges();

    private final AttemptRun run;
    private final boolean copy;
    private final boolean moved;
    private final UnitRanges open;
    private UnitRanges completed = NOTHING;

    /** @param copy it was assigned while another worker held the same units */
    Outstanding(AttemptRun run, boolean copy) {
        this(run, copy, false, UnitRanges.of(run.firstUnit(), run.endUnit()));
    }

    private Outstanding(AttemptRun run, boolean copy, boolean moved, UnitRanges open) {
        this.run = run;
        this.copy = copy;
        this.moved = moved;
        this.open = open;
    }

    /** Units that another master gave the worker under this nonce. How that divided them into attempts is not known. */
    static Outstanding moved(long attempt, long nonce, UnitRanges units) {
        long first = units.from(0);
        long count = units.to(units.ranges() - 1) - first;
        int chunk = (int) (count >> 30) + 1;
        int chunks = (int) ((count + chunk - 1) / chunk);
        return new Outstanding(new AttemptRun(attempt, nonce, first, chunk, chunks), false, true, units.copy());
    }

    /** Whether another master made these attempts. */
    boolean isMoved() {
        return moved;
    }

    /** The same attempts, of which nothing is open. */
    Outstanding emptied() {
        return new Outstanding(run, copy, moved, new UnitRanges());
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

    /**
     * Those of the open units that are computed: the worker keeps their results until they are collected. To be read.
     */
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
        int chunk = run.chunkUnits();
        return chunk == 1 ? workingUnits() : (workingUnits() + chunk - 1) / chunk;
    }

    /** [from, to) is computed, as far as it is open. */
    void complete(long from, long to) {
        completed = completed == NOTHING ? new UnitRanges() : completed;
        open.forEachWithin(from, to, completed::add);
    }

    /** [from, to) is owed no longer. */
    void settle(long from, long to) {
        open.remove(from, to);
        if (!completed.isEmpty()) {
            completed.remove(from, to);
        }
    }

    /** Whether [from, to) with this first attempt and nonce is part of these attempts. */
    boolean covers(long attempt, long nonce, long from, long to) {
        return nonce == run.nonce()
                && run.firstUnit() <= from
                && to <= run.endUnit()
                && (moved || run.attemptOf(from) == attempt);
    }
}
