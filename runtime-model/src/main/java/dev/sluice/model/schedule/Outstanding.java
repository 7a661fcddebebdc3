package dev.sluice.model.schedule;

/**
 * Attempts that a worker holds, and which of their units it still owes. Some of these it may have computed and kept, as
 * results are collected later. Confined to the scheduler.
 */
final class Outstanding {
    private final AttemptRun run;
    private final boolean copy;
    private final UnitRanges open = new UnitRanges();
    private final UnitRanges completed = new UnitRanges();

    /** @param copy it was assigned while another worker held the same units */
    Outstanding(AttemptRun run, boolean copy) {
        this.run = run;
        this.copy = copy;
        open.add(run.firstUnit(), run.endUnit());
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
        return nonce == run.nonce() && run.firstUnit() <= from && to <= run.endUnit() && run.attemptOf(from) == attempt;
    }
}
