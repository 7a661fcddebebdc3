package dev.sluice.launch;

import dev.sluice.net.runfile.RunFile;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts worker processes somewhere and watches them; a worker joins by itself. Used for one run, in this order: start,
 * join, ending, awaitEnd; the last two may come at any time, and more than once. Any thread.
 */
public interface Launcher {
    /** How many slots its workers will have together, as far as is known; shares are kept for them while they start. */
    int expectedSlots();

    /**
     * What a person types to start the same processes, each a line for a shell; a remark begins with {@code #}. Starts
     * nothing.
     *
     * @param runFile that the master will have written by then
     */
    List<String> byHand(Path runFile);

    /** A line for a shell, of words. */
    static String line(List<String> words) {
        return Shell.command(words);
    }

    /** Begins to start processes and returns at once. They wait for {@link #join} where they can. */
    void start(LaunchListener listener);

    /** Hands the run file to all processes, also to those started later. */
    void join(RunFile run);

    /** Nothing is started any more. */
    void ending();

    /** Waits so long for all processes to end by themselves [ms], then ends the rest, wherever they are. */
    void awaitEnd(long millis) throws InterruptedException;
}
