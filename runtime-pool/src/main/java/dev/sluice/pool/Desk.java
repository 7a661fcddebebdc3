package dev.sluice.pool;

import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolRequest;
import java.util.function.Consumer;

/**
 * The tasks that a pool leaves to others: starting masters and agents, and keeping its state. Called on the pool's
 * loop.
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
}
