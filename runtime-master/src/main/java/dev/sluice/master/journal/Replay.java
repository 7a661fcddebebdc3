package dev.sluice.master.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the accepted results of one cycle from the files, or its outline, one entry at a time. Confined to one thread
 * at a time.
 */
public final class Replay implements Closeable {
    private final JournalFiles files;
    private final int cycle;
    private final boolean whole;
    private final Range range;
    private final ByteBuffer window = SegmentReader.window();
    private @Nullable SegmentReader reader;
    private long segment;
    private long offset;
    private boolean ended;

    /**
     * The records to look through.
     *
     * @param from place of the first
     * @param lastSegment the last segment, of which {@code end} bytes are valid
     * @param covered the last sequence number that is left out
     * @param voided results that are left out too
     */
    record Range(
            RecoveredFacts.Place from, long lastSegment, long end, long covered, List<RecoveredFacts.Voided> voided) {}

    /**
     * @param whole whether results are read, or the outline of the cycle
     * @param range null if there is nothing to read
     */
    Replay(JournalFiles files, int cycle, boolean whole, @Nullable Range range) {
        this.files = files;
        this.cycle = cycle;
        this.whole = whole;
        this.range = range == null ? new Range(new RecoveredFacts.Place(0, 0), 0, 0, 0, List.of()) : range;
        this.segment = this.range.from().segment();
        this.offset = this.range.from().offset();
        this.ended = range == null;
    }

    /**
     * Reads the next results, which the caller releases, or units of a source; null at the end.
     *
     * @throws dev.sluice.model.SluiceException when a file cannot be read or has changed since the recovery
     */
    public @Nullable JournalEntry next() {
        JournalEntry entry = nextEntry();
        while (entry instanceof JournalEntry.InputsEncoded) {
            entry = nextEntry();
        }
        return entry;
    }

    /** Reads the next inputs, units of a source, or results; null at the end. Results of an outline are empty. */
    public @Nullable JournalEntry nextEntry() {
        try {
            while (!ended) {
                JournalEntry entry = step();
                if (entry instanceof JournalEntry.ResultsAccepted results && results.cycle() == cycle
                        || entry instanceof JournalEntry.UnitsArrived arrived && arrived.cycle() == cycle
                        || entry instanceof JournalEntry.InputsEncoded inputs && inputs.cycle() == cycle) {
                    return entry;
                } else if (entry instanceof JournalEntry.CycleClosed closed && closed.cycle() == cycle) {
                    ended = true;
                }
            }
            close();
            return null;
        } catch (IOException e) {
            throw JournalErrors.unreadable(path(), e);
        }
    }

    /** Reads one record, or moves to the next segment; null for what is left out. */
    private @Nullable JournalEntry step() throws IOException {
        if (reader == null) {
            reader = SegmentReader.open(files, segment, window);
        }
        boolean last = segment == range.lastSegment();
        long end = last ? range.end() : reader.size();
        if (offset >= end) {
            if (last) {
                ended = true;
            } else {
                reader.close();
                reader = null;
                segment++;
                offset = SegmentHeader.BYTES;
            }
            return null;
        }
        long at = offset;
        RecordHeader header = reader.record(at);
        if (!header.fits(end - at) || !isWanted(header)) {
            demand(header.fits(end - at));
            offset += RecordHeader.BYTES + (long) header.length();
            return null;
        }
        demand(!whole || reader.isIntact(header, at)); // an outline is read as soon as all is checked
        offset += RecordHeader.BYTES + (long) header.length();
        return read(reader, header, at);
    }

    private boolean isWanted(RecordHeader header) {
        return header.sequence() > range.covered() && !EntryCoder.isCheckpoint(header);
    }

    private @Nullable JournalEntry read(SegmentReader from, RecordHeader header, long at) throws IOException {
        JournalEntry entry = EntryCoder.read(header, from.head(header, at));
        if (!(entry instanceof JournalEntry.ResultsAccepted written) || written.cycle() != cycle) {
            return entry;
        }
        JournalEntry.ResultsAccepted valid = written;
        for (RecoveredFacts.Voided later : range.voided()) {
            valid = header.sequence() < later.sequence() ? valid.without(later.units()) : valid;
        }
        if (valid.accepted().isEmpty() && !written.accepted().isEmpty()) {
            return null;
        }
        return whole
                ? new JournalEntry.ResultsAccepted(
                        cycle, valid.form(), valid.runs(), valid.accepted(), from.payload(header, at))
                : valid;
    }

    private void demand(boolean intact) {
        if (!intact) {
            throw JournalErrors.damaged(path(), offset, "the record has changed since the journal was checked");
        }
    }

    private Path path() {
        return files.directory().resolve(SegmentHeader.name(segment));
    }

    @Override
    public void close() throws IOException {
        ended = true;
        if (reader != null) {
            try (SegmentReader closing = reader) {
                reader = null;
            }
        }
    }
}
