package dev.sluice.master.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a journal goes on.
 *
 * @param segments those that exist, in ascending order
 * @param file the last segment, null to begin another
 * @param bytes of the last segment
 * @param sequence number of the last record, 0 before the first
 * @param crc of the last record or, without records, of the segment's header
 */
record JournalTail(List<Extent> segments, JournalFiles.@Nullable Appended file, long bytes, long sequence, int crc) {
    /**
     * A segment.
     *
     * @param first sequence number of its first record
     */
    record Extent(long number, long first) {}

    /** The start of a new journal. */
    static JournalTail empty() {
        return new JournalTail(List.of(), null, 0, 0, 0);
    }
}
