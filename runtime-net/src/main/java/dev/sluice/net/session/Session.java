package dev.sluice.net.session;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Problem;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.Role;
import java.util.Optional;

/** One proven connection. All methods may be called from any thread unless they say otherwise. */
public interface Session {
    /** Address of the peer, printable. */
    String peer();

    /** Address of the peer's host, without a port; empty if there is none. */
    default Optional<String> host() {
        return Optional.empty();
    }

    /** Tells whether the peer's address is on this machine. */
    boolean loopback();

    /** The medium of the messages. */
    TransportKind transport();

    /** Tells whether the peer is in this process, and therefore never lost. */
    default boolean inProcess() {
        return transport() == TransportKind.MEMORY;
    }

    /** The role of the peer. */
    Role role();

    /**
     * Sends {@code message} and takes over its payload. Messages of one thread keep their order, except that Fetch,
     * Revoke, Collect, Offer, Grant, Acknowledge, the beats, Drain, Leaving, Problem and what is said about sources of
     * files overtake messages with bulk that wait for the network. Sent from the loop, messages leave at the end of the
     * read batch or of the loop's round; from elsewhere, at once. After the session has closed they are dropped.
     *
     * @throws IllegalArgumentException for a message that this side may not send
     */
    void send(Message message);

    /**
     * Tells whether bulk sent now would leave soon. If false, wait for {@link SessionListener#writable}: bulk sent
     * earlier is queued, and a session over its limit is closed.
     */
    boolean writable();

    /** Sends the waiting messages, then closes. */
    default void close() {
        send(new Goodbye(ErrorCode.NONE, ""));
    }

    /** Sends {@code code} and {@code detail} to the peer as a Problem, then closes. */
    default void refuse(ErrorCode code, String detail) {
        send(new Problem(code, detail));
    }

    /**
     * Sets the largest payload that the peer may send without a grant [bytes]. Before, and if the peer is in this
     * process, there is no limit.
     */
    default void plainPayload(long mostBytes) {}

    /**
     * Grants so many more bytes of larger payloads; a negative number takes them back [bytes]. A payload beyond its
     * grant ends the session with SESSION_BOUND.
     */
    default void grantPayload(long bytes) {}

    /**
     * Bytes of payloads received so far, also those of a message that is still arriving; approximate [bytes]. 0 where
     * messages arrive at once.
     */
    default long payloadBytes() {
        return 0;
    }

    /** The traffic so far. */
    SessionCounters counters();

    /** The part of {@link #counters} that is not about work: registrations, heartbeats, jars, farewells. */
    SessionCounters housekeeping();
}
