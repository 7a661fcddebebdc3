package dev.sluice.net.message;

import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import org.jspecify.annotations.Nullable;

/**
 * One message of a session. A message may carry one {@link Payload} in addition to its fields, and the owner of the
 * message owns the payload: sending hands it over, and the receiver releases it.
 */
public interface Message {
    /** The bytes after the fields; empty for most kinds. */
    default Payload payload() {
        return Payload.empty();
    }

    /**
     * The end of the session that this message announces; null for a message that does not end it.
     *
     * @param byPeer whether the peer sent it
     */
    default @Nullable Closing closing(boolean byPeer) {
        return null;
    }

    /** Releases the payload; called once by the last owner. */
    default void release() {
        payload().release();
    }
}
