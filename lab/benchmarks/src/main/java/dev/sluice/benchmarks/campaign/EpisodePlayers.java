package dev.sluice.benchmarks.campaign;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The processes of an episode that the campaign starts, and starts again where a user would. Used by one thread. */
interface EpisodePlayers {
    /** Starts the first ones. */
    void start() throws IOException;

    /**
     * Looks at what has ended, and starts what is due.
     *
     * @return whether the run is over
     */
    boolean tick() throws IOException;

    /** Time since the current master was started [ms]; -1 while there is none. */
    long masterMillis();

    /** The relay of the connections to the master; null if there is none. */
    @Nullable
    CuttableRelay relay();

    /** Exit codes and other behaviour that no document promises. */
    List<String> findings();

    /** Masters that were started. */
    int masters();

    /** Ends what the campaign has inside of its own process. */
    void close() throws IOException;
}
