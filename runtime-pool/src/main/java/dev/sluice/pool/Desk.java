package dev.sluice.pool;

import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.session.Session;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that a pool leaves to others: starting masters and agents, keeping its state, and keeping the weather.
 * Called on the pool's loop.
 */
public interface Desk {
    /**
     * Carries out a request, which the role of its sender allows; must not block.
     *
     * @param answer receives exactly one answer, on any thread
     */
    void asked(PoolRequest request, Consumer<PoolAnswer> answer);

    /** A line for the log of the pool. */
    void say(String line);

    /**
     * An agent has a session, or lost it.
     *
     * @param session null if it was lost
     */
    default void connected(String host, @Nullable Session session) {}

    /** An agent reports the state of its host. */
    default void sensed(String host, HostReport report) {}

    /** An agent answers a probe of its link; the receiver releases the answer. */
    default void probed(String host, LinkProbe answer) {
        answer.release();
    }
}
