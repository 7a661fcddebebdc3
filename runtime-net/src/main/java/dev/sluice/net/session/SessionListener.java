package dev.sluice.net.session;

import dev.sluice.net.message.Message;
import dev.sluice.net.rules.Closing;

/**
 * Listens to one session. All callbacks run on the owner loop and must not block. An exception thrown from one closes
 * the session with {@link dev.sluice.model.ErrorCode#INTERNAL}.
 */
public interface SessionListener {
    /** Both sides have proven the secret. A worker now sends Register. */
    void opened(Session session);

    /** A message that the session's state allows; the receiver owns its payload and releases it. */
    void received(Session session, Message message);

    /** The messages of one read have all been received; messages sent here leave with one flush. */
    default void receivedAll(Session session) {}

    /**
     * Part of a message has arrived: the peer is alive, although its other messages may wait behind this one. Called
     * repeatedly while no message is complete.
     */
    default void coming(Session session) {}

    /** {@link Session#writable()} has become true again. */
    default void writable(Session session) {}

    /** The session is over; exactly once, also when it never opened. Nothing follows. */
    void closed(Session session, Closing why);

    /** Makes a listener for each session that a peer opens. */
    @FunctionalInterface
    interface Factory {
        /** Called on the owner loop after the peer has proven itself, before {@link SessionListener#opened}. */
        SessionListener create(Session session);
    }
}
