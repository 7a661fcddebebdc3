package dev.sluice.net.message;

import java.util.List;

/**
 * Worker to master: it listens for workers that fetch files, or it cannot.
 *
 * @param hosts its addresses, as it knows them
 * @param port 0 if it cannot listen
 */
public record PeerReady(List<String> hosts, int port) implements Message {
    /** The worker cannot listen. */
    public static final PeerReady CANNOT = new PeerReady(List.of(), 0);

    public PeerReady {
        Checks.between("hosts", hosts.size(), 0, 16);
        Checks.between("port", port, 0, 65_535);
        hosts = List.copyOf(hosts);
    }
}
