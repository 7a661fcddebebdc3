package dev.sluice.net.message;

import java.util.List;

/**
 * Worker to master: it listens, or it is connected.
 *
 * @param hosts of one that listens: its addresses as it knows them
 * @param port of one that listens; 0 of one that is connected
 * @param roundTripNanos of one that is connected: the shortest of several echoes [ns]
 */
public record ProbeReady(long transfer, List<String> hosts, int port, long roundTripNanos) implements Message {
    public ProbeReady {
        Checks.notNegative("transfer", transfer);
        Checks.between("hosts", hosts.size(), 0, 16);
        Checks.between("port", port, 0, 65_535);
        Checks.notNegative("roundTripNanos", roundTripNanos);
        hosts = List.copyOf(hosts);
    }

    /** Whether it is the end that listens. */
    public boolean listens() {
        return port > 0;
    }
}
