package dev.sluice.net.message;

import java.util.List;

/**
 * Worker to master: it listens, or it is connected.
 *
 * @param hosts addresses of a listening end, as it knows them
 * @param port of a listening end; 0 for a connected one
 * @param roundTripNanos of a connected end: the shortest of several echoes [ns]
 */
public record ProbeReady(long transfer, List<String> hosts, int port, long roundTripNanos) implements Message {
    public ProbeReady {
        Checks.notNegative("transfer", transfer);
        Checks.between("hosts", hosts.size(), 0, 16);
        Checks.between("port", port, 0, 65_535);
        Checks.notNegative("roundTripNanos", roundTripNanos);
        hosts = List.copyOf(hosts);
    }

    /** Tells whether this is the listening end. */
    public boolean listens() {
        return port > 0;
    }
}
