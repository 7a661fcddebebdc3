package dev.sluice.net.session;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Message;
import dev.sluice.net.runfile.Role;
import java.util.Optional;

/** One proven connection. All methods may be called from any thread unless they say otherwise. */
public interface Session {
    /** Address of the peer, printable. */
    String peer();

    /** Address of the peer's host, without a port; empty where there is none. */
    default Optional<String> host() {
        return Optional.empty();
    }

    /** Whether the peer is on this machine, as its address says. */
    boolean loopback();

    /** What the peer is. */
    Role role();

    /**
     * Sends {@code message} and takes over its payload. Messages of one thread keep their order, except that Fetch,
     * Revoke, Collect, Offer, Grant, Acknowledge, the beats, Drain, Leaving and Problem overtake messages with bulk
     * that wait for the network. Sent from the loop, messages leave at the end of the read batch or of the loop's
     * round; from elsewhere, at once. After the session has closed they are dropped.
     *
     * @throws IllegalArgumentException for a message that this side may not send
     */
    void send(Message message);

    /**
     * Whether bulk sent now would go to the network soon. When false, hold back until {@link SessionListener#writable}:
     * what is sent nevertheless is queued, and a session over its bound is closed.
     */
    boolean writable();

    /** Sends what waits, then closes. */
    void close();

    /** Tells the peer {@code code} and {@code detail} as a Problem, then closes. */
    void refuse(ErrorCode code, String detail);

    /** What has passed so far. */
    SessionCounters counters();

    /** Of {@link #counters}, what was not about work: registrations, heartbeats, jars, farewells. */
    SessionCounters housekeeping();
}
