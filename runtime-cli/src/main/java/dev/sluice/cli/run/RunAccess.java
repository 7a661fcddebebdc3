package dev.sluice.cli.run;

import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionListener;
import java.io.IOException;

/** The way by which workers reach the master of a run. Used by the run's thread. */
interface RunAccess extends AutoCloseable {
    /** The thread that owns the run. */
    Loop loop();

    /**
     * Lets workers in.
     *
     * @param acceptor makes the master's end of each session
     * @param spill stores results that are too large for memory
     * @return what a worker needs to join
     */
    RunFile open(SessionListener.Factory acceptor, SpillSpace spill) throws IOException;

    /** Lets no more workers in, and removes the run files; without effect before {@link #open}. */
    void shut() throws IOException;

    /** Ends all sessions and the loop. */
    @Override
    void close();
}
