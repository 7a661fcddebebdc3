package dev.sluice.master.journal;

import dev.sluice.model.RunId;

/**
 * How a journal is written.
 *
 * @param level {@link JournalLevel#SYNC} or {@link JournalLevel#OS}
 * @param segmentBytes size from which a segment is followed by another
 * @param gatherNanos longest time for which entries wait for more before they are committed together [ns]
 * @param gatherBytes queued bytes from which entries wait no longer
 * @param queueBytes queued bytes from which {@link RunJournal#hasRoom} is false
 */
public record JournalTerms(
        RunId run, JournalLevel level, long segmentBytes, long gatherNanos, long gatherBytes, long queueBytes) {
    private static final long SEGMENT_BYTES = 64L << 20;
    private static final long GATHER_BYTES = 1L << 20;
    private static final long QUEUE_BYTES = 64L << 20;
    private static final long GATHER_NANOS_SYNC = 2_000_000;

    public JournalTerms {
        if (level == JournalLevel.NONE) {
            throw new IllegalArgumentException("level: NONE (expected: SYNC or OS)");
        }
    }

    /** The usual terms of a level. */
    public static JournalTerms of(RunId run, JournalLevel level) {
        long gatherNanos = level == JournalLevel.SYNC ? GATHER_NANOS_SYNC : 0;
        return new JournalTerms(run, level, SEGMENT_BYTES, gatherNanos, GATHER_BYTES, QUEUE_BYTES);
    }
}
