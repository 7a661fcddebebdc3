package dev.sluice.model.schedule;

/** Attempts that a worker holds, and which of their units it still owes. Confined to the scheduler. */
final class Outstanding {
    private final AttemptRun run;
    private final UnitRanges open = new UnitRanges();

    Outstanding(AttemptRun run) {
        this.run = run;
        open.add(run.firstUnit(), run.endUnit());
    }

    AttemptRun run() {
        return run;
    }

    /** Units not yet reported under these attempts. */
    UnitRanges open() {
        return open;
    }

    /** Chunks not wholly reported; exact while units are reported in order. */
    long openChunks() {
        return (open.size() + run.chunkUnits() - 1) / run.chunkUnits();
    }

    /** Whether [from, to) with this first attempt and nonce is part of these attempts. */
    boolean covers(long attempt, long nonce, long from, long to) {
        return nonce == run.nonce() && run.firstUnit() <= from && to <= run.endUnit() && run.attemptOf(from) == attempt;
    }
}
