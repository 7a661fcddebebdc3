package dev.sluice.cli.run;

import dev.sluice.master.journal.JournalLevel;
import dev.sluice.master.journal.WorthKeeping;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run outlasts its master.
 *
 * @param level of its journal
 * @param worth which results its journal keeps
 * @param orphanNanos how long workers keep what they hold for the next master; 0 if none will follow [ns]
 * @param resumed directory of the run that goes on; null for a new run
 * @param changed whether that run goes on with changed jars, files and setups
 * @param anew whether the journal of that run has not begun, so that the run starts anew in its directory
 * @param words of the command line, with which the run is started again
 */
public record Durability(
        JournalLevel level,
        WorthKeeping worth,
        long orphanNanos,
        @Nullable Path resumed,
        boolean changed,
        boolean anew,
        List<String> words) {
    /** A run that ends with its master. */
    public static final Durability NONE =
            new Durability(JournalLevel.NONE, WorthKeeping.ALL, 0, null, false, false, List.of());

    /**
     * A run of commands, which note by themselves what is done.
     *
     * @param words empty if they do not
     */
    public static Durability ofOwnJournal(List<String> words) {
        return new Durability(JournalLevel.NONE, WorthKeeping.ALL, 0, null, false, false, words);
    }

    public Durability {
        words = List.copyOf(words);
    }

    /** Tells whether the run goes on with what its journal has. */
    boolean goesOn() {
        return resumed != null && !anew;
    }
}
