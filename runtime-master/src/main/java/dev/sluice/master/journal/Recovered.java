package dev.sluice.master.journal;

import dev.sluice.model.RunId;
import dev.sluice.model.schedule.UnitRanges;
import java.util.Collection;
import java.util.Optional;

/**
 * What a journal says. Its memory grows with the number of cycles since the last checkpoint and with the gaps between
 * accepted units; results stay in the files until a {@link Replay} reads them.
 */
public final class Recovered {
    /**
     * A cycle since the last checkpoint.
     *
     * @param units of the cycle
     * @param setupSha256 as in {@link JournalEntry.CycleOpened}
     * @param known units whose results were accepted, before and after the checkpoint; the caller changes nothing
     * @param replayed those of {@code known} that {@link Recovered#replay} gives, the others are in the checkpoint
     * @param closed whether the cycle ended
     */
    public record Cycle(
            int cycle, long units, String setupSha256, UnitRanges known, UnitRanges replayed, boolean closed) {}

    private Recovered() {}

    /**
     * Reads a whole journal and checks every record. Changes no file.
     *
     * @throws dev.sluice.model.SluiceException when the journal is damaged before its tail, belongs to another run or
     *     was written by another version, or cannot be read
     */
    public static Recovered read(JournalFiles files, RunId run) {
        throw new UnsupportedOperationException();
    }

    /** The last epoch of the run. */
    public long epoch() {
        throw new UnsupportedOperationException();
    }

    /** The cycles since the last checkpoint in ascending order; with a checkpoint, the first is the checkpoint's. */
    public Collection<Cycle> cycles() {
        throw new UnsupportedOperationException();
    }

    /** The last committed checkpoint. The caller releases nothing; its bytes are on the heap. */
    public Optional<JournalEntry.Checkpoint> checkpoint() {
        throw new UnsupportedOperationException();
    }

    /** The outcome with which the run ended by itself. */
    public Optional<String> outcome() {
        throw new UnsupportedOperationException();
    }

    /** One sentence about a torn tail that is ignored, and cut when the journal is appended to. */
    public Optional<String> warning() {
        throw new UnsupportedOperationException();
    }

    /** The results of a cycle since the last checkpoint, in the order in which they were accepted. */
    public Replay replay(int cycle) {
        throw new UnsupportedOperationException();
    }
}
