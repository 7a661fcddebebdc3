package dev.sluice.model.topology;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The result of an exploration.
 *
 * @param alone per host, its rates and round trip without other transfers
 * @param apart hosts that share no link with others
 * @param halfDuplex those among {@code apart} whose two directions disturb each other
 * @param groups groups of hosts that share a link
 * @param vantageKnown true if tests saturated the vantage's port or used all that is attached to it at once
 * @param notes messages for users: missing measurements and anomalies
 */
record Findings(
        Map<Integer, Alone> alone,
        List<Integer> apart,
        Set<Integer> halfDuplex,
        List<HostGroup> groups,
        boolean vantageKnown,
        List<String> notes) {
    /**
     * Measurements of a single host.
     *
     * @param down rate to the host [bytes/s]
     * @param up rate from the host [bytes/s]
     * @param roundTripNanos round trip between vantage and host [ns]
     */
    record Alone(double down, double up, long roundTripNanos) {}
}
