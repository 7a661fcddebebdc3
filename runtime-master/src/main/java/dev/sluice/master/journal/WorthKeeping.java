package dev.sluice.master.journal;

import dev.sluice.model.schedule.ResultRun;
import java.util.List;

/**
 * Tells which results a journal keeps: those that cost more to compute again than to write. Results that arrived
 * together are kept or left out together, so that a resumed run never computes for longer than the writing would have
 * taken.
 *
 * @param nanosPerByte price of a byte in the journal [ns]; 0 keeps all results
 */
public record WorthKeeping(double nanosPerByte) {
    /** Keeps all results. */
    public static final WorthKeeping ALL = new WorthKeeping(0);

    /** Least time that a unit costs that is computed again: it is handed out and its result travels [ns]. */
    private static final long UNIT_NANOS = 5_000;

    /** Price of a byte that the operating system takes, and of one that is forced to a disk [ns]. */
    private static final double OS_NANOS = 2;

    private static final double SYNC_NANOS = 4;

    /** The rule for a journal whose level nobody chose. */
    public static WorthKeeping usual(JournalLevel level) {
        return new WorthKeeping(level == JournalLevel.SYNC ? SYNC_NANOS : OS_NANOS);
    }

    /**
     * Tells whether to keep these results.
     *
     * @param bytes that they take
     */
    public boolean keeps(List<ResultRun> runs, long bytes) {
        double again = 0;
        for (ResultRun run : runs) {
            again += run.computeNanos() + (double) UNIT_NANOS * run.units();
        }
        return again >= nanosPerByte * bytes;
    }
}
