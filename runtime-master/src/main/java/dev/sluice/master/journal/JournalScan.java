package dev.sluice.master.journal;

import dev.sluice.api.CodecException;
import dev.sluice.model.RunId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads all segments of a journal in order and checks each record. A record that cannot be read is a torn tail if it
 * was not committed for sure, else damage. Confined to one thread.
 */
class JournalScan {
    private final JournalFiles files;
    private final RunId run;
    private final RecoveredFacts facts = new RecoveredFacts();
    private final ByteBuffer window = SegmentReader.window();

    /** Segments that are read, in ascending order, and names of those that are obsolete. */
    private final List<JournalTail.Extent> segments = new ArrayList<>();

    private final List<String> obsolete = new ArrayList<>();

    private long sequence;
    private int crc;
    private long epoch;

    /** End of the last valid record in the last segment. */
    private long end;

    /** Start of the last commit in the last segment. */
    private long lastCommit;

    private @Nullable String warning;

    JournalScan(JournalFiles files, RunId run) {
        this.files = files;
        this.run = run;
    }

    final void read() {
        List<Long> numbers = numbers();
        for (int i = 0; i < numbers.size(); i++) {
            long number = numbers.get(i);
            try (SegmentReader reader = SegmentReader.open(files, number, window)) {
                read(reader, number, i == 0, i == numbers.size() - 1);
            } catch (IOException e) {
                throw JournalErrors.unreadable(path(number), e);
            }
        }
        facts.finish();
        long first = segments.isEmpty() ? numbers.get(0) : segments.get(0).number();
        if (first > 1
                && !facts.covers(
                        segments.isEmpty() ? Long.MAX_VALUE : segments.get(0).first() - 1)) {
            throw JournalErrors.missing(
                    files.directory(),
                    SegmentHeader.name(first - 1) + " is missing (expected: all segments from the last checkpoint on)");
        }
    }

    /** The numbers of the last segments without a gap. Those before a gap were to be deleted. */
    private List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        try {
            for (String name : files.list()) {
                SegmentHeader.number(name).ifPresent(numbers::add);
            }
        } catch (IOException e) {
            throw JournalErrors.unreadable(files.directory(), e);
        }
        if (numbers.isEmpty()) {
            throw JournalErrors.missing(files.directory(), "no segment (expected: " + SegmentHeader.name(1) + ")");
        }
        numbers.sort(null);
        int from = numbers.size() - 1;
        while (from > 0 && numbers.get(from - 1) == numbers.get(from) - 1) {
            from--;
        }
        for (long number : numbers.subList(0, from)) {
            obsolete.add(SegmentHeader.name(number));
        }
        return new ArrayList<>(numbers.subList(from, numbers.size()));
    }

    private void read(SegmentReader reader, long number, boolean isFirst, boolean isLast) throws IOException {
        ByteBuffer bytes = reader.header();
        if (!SegmentHeader.isValid(bytes)) {
            broken(reader, number, 0, isLast, "the header of the segment is incomplete or damaged");
            obsolete.add(SegmentHeader.name(number));
            return;
        }
        SegmentHeader header = SegmentHeader.read(bytes);
        check(header, number, isFirst);
        segments.add(new JournalTail.Extent(number, header.first()));
        sequence = header.first() - 1;
        end = 0;
        raise(header.epoch(), number);
        crc = SegmentHeader.crc(bytes);
        end = SegmentHeader.BYTES;
        lastCommit = 0;
        while (end < reader.size()) {
            String fault = record(reader, number);
            if (fault != null) {
                broken(reader, number, end, isLast, fault);
                return;
            }
        }
    }

    private void check(SegmentHeader header, long number, boolean isFirst) {
        Path path = path(number);
        if (header.version() < SegmentHeader.OLDEST || header.version() > SegmentHeader.VERSION) {
            throw JournalErrors.foreign(
                    path,
                    "version " + header.version() + " of the format (expected: " + SegmentHeader.OLDEST + " to "
                            + SegmentHeader.VERSION + ")");
        }
        if (!header.run().equals(run.text())) {
            throw JournalErrors.foreign(path, "run '" + header.run() + "' (expected: '" + run + "')");
        }
        if (header.number() != number) {
            throw JournalErrors.foreign(path, "segment " + header.number() + " (expected: " + number + ")");
        }
        boolean follows = isFirst
                ? number > 1 || header.first() == 1 && header.chain() == 0
                : header.first() == sequence + 1 && isChained(header.chain(), crc);
        if (!follows) {
            throw JournalErrors.damaged(
                    path, 0, "the segment does not follow the one before (expected: record " + (sequence + 1) + ")");
        }
    }

    /** Reads the record at {@link #end}; returns what is wrong with it, or null. */
    private @Nullable String record(SegmentReader reader, long number) throws IOException {
        long left = reader.size() - end;
        if (left < RecordHeader.BYTES) {
            return "the record is incomplete";
        }
        RecordHeader header = reader.record(end);
        if (!header.fits(left)) {
            return "the record is incomplete or its header damaged";
        }
        if (header.sequence() != sequence + 1) {
            return "record " + header.sequence() + " (expected: " + (sequence + 1) + ")";
        }
        if (!isChained(header.previous(), crc)) {
            return "the record does not follow the one before";
        }
        if (!reader.isIntact(header, end)) {
            return "the record has a wrong CRC";
        }
        take(reader, header, number);
        sequence = header.sequence();
        crc = header.crc();
        lastCommit = header.opens() ? end : lastCommit;
        end += RecordHeader.BYTES + (long) header.length();
        return null;
    }

    private void take(SegmentReader reader, RecordHeader header, long number) throws IOException {
        RecoveredFacts.Place place = new RecoveredFacts.Place(number, end);
        try {
            JournalEntry entry = EntryCoder.read(header, reader.head(header, end));
            if (entry instanceof JournalEntry.EpochRaised raised) {
                raise(raised.epoch(), number);
            }
            String fault =
                    facts.take(entry, header.sequence(), place, segments.get(0).number() == 1);
            if (fault != null) {
                throw JournalErrors.damaged(path(number), end, fault);
            }
        } catch (CodecException | IllegalArgumentException | ArithmeticException e) {
            throw JournalErrors.damaged(path(number), end, "the record makes no sense: " + e.getMessage());
        }
    }

    /** Takes an epoch, after which the next master begins another. */
    private void raise(long to, long number) {
        if (to == Long.MAX_VALUE) {
            throw JournalErrors.damaged(path(number), end, "epoch " + to + " (expected: one that can be raised)");
        }
        epoch = Math.max(epoch, to);
    }

    /** Tells whether a record, or segment, follows the one with CRC {@code last}. */
    boolean isChained(int previous, int last) {
        return previous == last;
    }

    /** Takes everything from {@code offset} on as a torn tail, or refuses the journal. */
    private void broken(SegmentReader reader, long number, long offset, boolean isLast, String fault)
            throws IOException {
        if (!isLast) {
            throw JournalErrors.damaged(path(number), offset, fault + ", and another segment follows");
        }
        long later = committedAfter(reader, offset);
        if (later >= 0) {
            throw JournalErrors.damaged(
                    path(number), offset, fault + ", and an intact record follows at offset " + later);
        }
        warning = path(number) + ": the last " + (reader.size() - offset) + " bytes, from offset " + offset
                + " on, were not committed and are ignored: " + fault;
    }

    /**
     * Finds an intact record that opens a commit after an offset: everything before such a record was committed.
     * Returns its offset, or -1.
     */
    private long committedAfter(SegmentReader reader, long offset) throws IOException {
        long most = sequence + 1 + (reader.size() - offset) / RecordHeader.BYTES;
        for (long at = offset + 1; at <= reader.size() - RecordHeader.BYTES; at++) {
            RecordHeader header = reader.record(at);
            if (header.opens()
                    && header.fits(reader.size() - at)
                    && header.sequence() > sequence
                    && header.sequence() <= most
                    && reader.isIntact(header, at)) {
                return at;
            }
        }
        return -1;
    }

    private Path path(long number) {
        return files.directory().resolve(SegmentHeader.name(number));
    }

    final RecoveredFacts facts() {
        return facts;
    }

    final List<JournalTail.Extent> segments() {
        return segments;
    }

    /** Names of files that are deleted when the journal is appended to. */
    final List<String> obsolete() {
        return obsolete;
    }

    final long sequence() {
        return sequence;
    }

    final int crc() {
        return crc;
    }

    final long epoch() {
        return epoch;
    }

    final long end() {
        return end;
    }

    final long lastCommit() {
        return lastCommit;
    }

    final @Nullable String warning() {
        return warning;
    }
}
