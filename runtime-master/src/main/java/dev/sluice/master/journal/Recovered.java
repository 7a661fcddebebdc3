package dev.sluice.master.journal;

import dev.sluice.model.RunId;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a journal. Its memory grows with the number of cycles since the last checkpoint and with the gaps
 * between accepted units; results stay in the files until a {@link Replay} reads them.
 */
public final class Recovered {
    private final JournalFiles files;
    private final RunId run;
    private final JournalScan scan;
    private final List<Cycle> cycles;
    private final JournalEntry.@Nullable Checkpoint checkpoint;

    /**
     * A cycle since the last checkpoint.
     *
     * @param units with which the cycle began, all of it unless it is open
     * @param setupSha256 as in {@link JournalEntry.CycleOpened}
     * @param open as there
     * @param known units whose results were accepted, before and after the checkpoint; the caller changes nothing
     * @param replayed those of {@code known} that {@link Recovered#replay} gives, the others are in the checkpoint
     * @param closed whether the cycle ended
     */
    public record Cycle(
            int cycle,
            long units,
            String setupSha256,
            boolean open,
            UnitRanges known,
            UnitRanges replayed,
            boolean closed) {}

    private Recovered(JournalFiles files, RunId run, JournalScan scan) {
        this.files = files;
        this.run = run;
        this.scan = scan;
        this.cycles = scan.facts().cycles();
        this.checkpoint = readCheckpoint();
    }

    /**
     * Reads a whole journal and checks every record. Changes no file.
     *
     * @throws dev.sluice.model.SluiceException when the journal is damaged before its tail, belongs to another run or
     *     was written by another version, or cannot be read
     */
    public static Recovered read(JournalFiles files, RunId run) {
        return read(files, run, new JournalScan(files, run));
    }

    /** Tells whether a journal has a segment. Before, its run has acknowledged no result. */
    public static boolean hasBegun(JournalFiles files) {
        try {
            return files.list().stream()
                    .anyMatch(name -> SegmentHeader.number(name).isPresent());
        } catch (IOException e) {
            throw JournalErrors.unreadable(files.directory(), e);
        }
    }

    static Recovered read(JournalFiles files, RunId run, JournalScan scan) {
        scan.read();
        return new Recovered(files, run, scan);
    }

    private JournalEntry.@Nullable Checkpoint readCheckpoint() {
        RecoveredFacts.Place place = scan.facts().checkpointPlace();
        if (place == null) {
            return null;
        }
        try (SegmentReader reader = SegmentReader.open(files, place.segment(), SegmentReader.window())) {
            RecordHeader header = reader.record(place.offset());
            Payload payload = reader.payload(header, place.offset());
            return (JournalEntry.Checkpoint) EntryCoder.read(header, reader.head(header, place.offset()), payload);
        } catch (IOException e) {
            throw JournalErrors.unreadable(files.directory().resolve(SegmentHeader.name(place.segment())), e);
        }
    }

    /** The last epoch of the run; 0 if the first master stopped before its first commit. */
    public long epoch() {
        return scan.epoch();
    }

    /** The cycles since the last checkpoint in ascending order; with a checkpoint, the first is the checkpoint's. */
    public List<Cycle> cycles() {
        return cycles;
    }

    /** The last committed checkpoint. The caller releases nothing; its bytes are on the heap. */
    public Optional<JournalEntry.Checkpoint> checkpoint() {
        return Optional.ofNullable(checkpoint);
    }

    /** The outcome with which the run ended by itself. */
    public Optional<String> outcome() {
        return Optional.ofNullable(scan.facts().outcome());
    }

    /** One sentence about a torn tail that is ignored, and cut when the journal is appended to. */
    public Optional<String> warning() {
        return Optional.ofNullable(scan.warning());
    }

    /** The results of a cycle since the last checkpoint, in the order in which they were accepted. */
    public Replay replay(int cycle) {
        return replay(cycle, true);
    }

    /** The inputs of a cycle and the units that were accepted, since the last checkpoint, in their order. */
    public Replay outline(int cycle) {
        return replay(cycle, false);
    }

    private Replay replay(int cycle, boolean whole) {
        RecoveredFacts.Place first = scan.facts().first(cycle);
        if (first == null) {
            return new Replay(files, cycle, whole, null);
        }
        long last = scan.segments().get(scan.segments().size() - 1).number();
        long covered = checkpoint == null ? 0 : checkpoint.covered();
        return new Replay(
                files,
                cycle,
                whole,
                new Replay.Range(first, last, scan.end(), covered, scan.facts().voided(cycle)));
    }

    JournalFiles files() {
        return files;
    }

    RunId run() {
        return run;
    }

    /** Deletes what is obsolete, cuts the torn tail, and forces both to the disk. */
    JournalTail cut() throws IOException {
        files.delete(scan.obsolete());
        if (scan.segments().isEmpty()) {
            return JournalTail.empty();
        }
        long number = scan.segments().get(scan.segments().size() - 1).number();
        JournalFiles.Appended file = files.append(SegmentHeader.name(number), scan.lastCommit(), scan.end());
        return new JournalTail(scan.segments(), file, scan.end(), scan.sequence(), scan.crc());
    }
}
