package dev.sluice.launch;

import dev.sluice.net.runfile.RunFile;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts worker processes and watches them; a worker joins by itself. Used for one run, in this order: start, join,
 * ending, awaitEnd; the last two may be called at any time, and more than once. Any thread.
 */
public interface Launcher {
    /** Expected slots of all its workers; shares are reserved for them while they start. */
    int expectedSlots();

    /**
     * The commands with which a person starts the same processes, each a line for a shell; a comment begins with
     * {@code #}. Starts nothing.
     *
     * @param runFile that the master will have written by then
     */
    List<String> byHand(Path runFile);

    /** Joins words to a line for a shell. */
    static String line(List<String> words) {
        return Shell.command(words);
    }

    /**
     * Takes note of workers that a lost master had started and that have joined already: it starts none in their
     * places. Called before {@link #start}. Whoever cannot tell its places apart starts all.
     */
    default void survived(List<Survivor> workers) {}

    /**
     * Takes note that a survivor is not connected any more. A launcher that does not watch its process starts another
     * one if the survivor is not back soon.
     *
     * @param inOrder whether the worker had asked to leave, so that it is not replaced
     */
    default void survivorLeft(Survivor worker, boolean inOrder) {}

    /** Takes note that a survivor is connected again. */
    default void survivorBack(Survivor worker) {}

    /** Begins to start processes and returns at once. They wait for {@link #join} where they can. */
    void start(LaunchListener listener);

    /** Passes the run file to all processes, also to those started later. */
    void join(RunFile run);

    /** Starts no more processes. */
    void ending();

    /** Waits for all processes to end by themselves [ms], then ends the rest on all hosts. */
    void awaitEnd(long millis) throws InterruptedException;
}
