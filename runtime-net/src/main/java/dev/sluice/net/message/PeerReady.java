package dev.sluice.net.message;

import java.util.List;

/**
 * Worker to master: it listens for workers that fetch files or messages of parts, or it cannot. The empty one, unasked,
 * asks for {@link PeerListen}.
 *
 * @param hosts its addresses, as it knows them, at most 16 of at most 255 characters
 * @param port 0 if it cannot listen
 */
public record PeerReady(List<String> hosts, int port) implements Message {
    /** The worker cannot listen. */
    public static final PeerReady CANNOT = new PeerReady(List.of(), 0);

    public PeerReady {
        Checks.between("hosts", hosts.size(), 0, 16);
        Checks.between("port", port, 0, 65_535);
        hosts = hosts.stream().map(host -> Checks.atMost(255, host)).toList();
    }
}
