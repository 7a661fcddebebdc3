package dev.sluice.model.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Attempts that a worker holds, and the units that it still owes under them. Some of the owed units may be computed
 * already, with deferred results. Confined to the scheduler.
 */
final class Outstanding {
    /** An empty set that must not be modified. */
    private static final UnitRanges NOTHING = new UnitRanges();

    private final AttemptRun run;
    private final boolean copy;
    private final boolean moved;
    private final UnitRanges open;
    private UnitRanges completed = NOTHING;

    /** @param copy whether another worker held the same units at the assignment */
    Outstanding(AttemptRun run, boolean copy) {
        this(run, copy, false, UnitRanges.of(run.firstUnit(), run.endUnit()));
    }

    /** Attempts of an earlier scheduler. */
    Outstanding(OpenCycle.HeldRun from) {
        this(from.run(), from.copy(), false, from.open().copy());
        from.completed().forEach(this::complete);
    }

    private Outstanding(AttemptRun run, boolean copy, boolean moved, UnitRanges open) {
        this.run = run;
        this.copy = copy;
        this.moved = moved;
        this.open = open;
    }

    /** Units that another master gave the worker under this nonce. Their division into attempts is unknown. */
    static Outstanding moved(long attempt, long nonce, UnitRanges units) {
        long first = units.from(0);
        long count = units.to(units.ranges() - 1) - first;
        int chunk = (int) (count >> 30) + 1;
        int chunks = (int) ((count + chunk - 1) / chunk);
        return new Outstanding(new AttemptRun(attempt, nonce, first, chunk, chunks), false, true, units.copy());
    }

    /** True if another master made these attempts. */
    boolean isMoved() {
        return moved;
    }

    /** Copies these attempts with no unit open. */
    Outstanding emptied() {
        return new Outstanding(run, copy, moved, new UnitRanges());
    }

    /** A copy of the attempts as they are now. */
    OpenCycle.HeldRun held() {
        return new OpenCycle.HeldRun(run, copy, open.copy(), completed.copy());
    }

    AttemptRun run() {
        return run;
    }

    /** True if another worker held the same units when these attempts were made. */
    boolean isCopy() {
        return copy;
    }

    /** Units that the worker still owes under these attempts. */
    UnitRanges open() {
        return open;
    }

    /** Open units that are computed and whose results are deferred. Callers must not modify the set. */
    UnitRanges completed() {
        return completed;
    }

    /** Open units that are not computed yet. */
    UnitRanges working() {
        UnitRanges working = open.copy();
        completed.forEach(working::remove);
        return working;
    }

    /** Number of open units that are not computed yet. */
    long workingUnits() {
        return open.size() - completed.size();
    }

    /** Number of chunks that are not wholly computed; exact while units are reported in order. */
    long openChunks() {
        int chunk = run.chunkUnits();
        return chunk == 1 ? workingUnits() : (workingUnits() + chunk - 1) / chunk;
    }

    /** Marks the open units of [from, to) as computed. */
    void complete(long from, long to) {
        completed = completed == NOTHING ? new UnitRanges() : completed;
        open.forEachWithin(from, to, completed::add);
    }

    /** Records that [from, to) is owed no longer. */
    void settle(long from, long to) {
        open.remove(from, to);
        if (!completed.isEmpty()) {
            completed.remove(from, to);
        }
    }

    /**
     * True if [from, to) with this first attempt and nonce is part of these attempts. If another master made them, a
     * common unit is enough: the worker may still name the units that it was told to drop together with others.
     */
    boolean covers(long attempt, long nonce, long from, long to) {
        if (nonce != run.nonce()) {
            return false;
        }
        return moved
                ? from < run.endUnit() && run.firstUnit() < to
                : run.firstUnit() <= from && to <= run.endUnit() && run.attemptOf(from) == attempt;
    }

    /** The one of these attempts that covers the units [from, to); null if none does. */
    static @Nullable Outstanding find(List<Outstanding> among, long attempt, long nonce, long from, long to) {
        for (Outstanding outstanding : among) {
            if (outstanding.covers(attempt, nonce, from, to)) {
                return outstanding;
            }
        }
        return null;
    }
}
