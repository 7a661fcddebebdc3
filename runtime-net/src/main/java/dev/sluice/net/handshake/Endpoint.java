package dev.sluice.net.handshake;

import dev.sluice.model.ErrorCode;
import java.net.InetSocketAddress;
import java.util.Map;

/** A place where a master or worker takes connections. Any thread. */
public interface Endpoint extends AutoCloseable {
    /**
     * The bound address, with the port that was chosen if 0 was asked for.
     *
     * @throws IllegalStateException for a local socket
     */
    InetSocketAddress address();

    /** Number of refused peers, by reason. */
    Map<ErrorCode, Long> offences();

    /** Accepts no more connections; sessions stay. */
    @Override
    void close();
}
