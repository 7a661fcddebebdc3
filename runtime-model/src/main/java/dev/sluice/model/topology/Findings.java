package dev.sluice.model.topology;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an exploration found.
 *
 * @param alone by host, how it is reached when nothing else is on its way
 * @param apart hosts that share no link with others
 * @param halfDuplex of these, those whose two directions disturb each other
 * @param groups of hosts that share one
 * @param vantageKnown whether tests reached what the vantage's port carries, or all that hangs on it at once
 * @param notes for people: what could not be measured and what is odd
 */
record Findings(
        Map<Integer, Alone> alone,
        List<Integer> apart,
        Set<Integer> halfDuplex,
        List<HostGroup> groups,
        boolean vantageKnown,
        List<String> notes) {
    /**
     * A host alone.
     *
     * @param down to it [bytes/s]
     * @param up from it [bytes/s]
     * @param roundTripNanos to the vantage and back [ns]
     */
    record Alone(double down, double up, long roundTripNanos) {}
}
