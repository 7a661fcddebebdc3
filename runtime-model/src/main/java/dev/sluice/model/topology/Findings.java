package dev.sluice.model.topology;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The result of an exploration.
 *
 * @param alone per host, its rates and round trip without other transfers
 * @param apart hosts that share no link with others, or a trunk at most
 * @param halfDuplex those among {@code apart} whose two directions disturb each other
 * @param groups groups of hosts that share a link
 * @param trunks links that groups or unlike hosts share
 * @param halfDuplexVantage true if the two directions of the vantage disturb each other on the way to different links
 * @param untested pairs of hosts that could share a link, with the reason why this is open
 * @param undecided sentences on what the trials do not decide
 * @param notes messages for users: missing measurements and anomalies
 */
record Findings(
        Map<Integer, Alone> alone,
        List<Integer> apart,
        Set<Integer> halfDuplex,
        List<HostGroup> groups,
        List<Trunk> trunks,
        boolean halfDuplexVantage,
        List<Topology.Untested> untested,
        List<String> undecided,
        List<String> notes) {
    /**
     * Measurements of a single host.
     *
     * @param down rate to the host
     * @param up rate from the host
     * @param roundTripNanos round trip between vantage and host [ns]
     */
    record Alone(RateEstimate down, RateEstimate up, long roundTripNanos) {
        RateEstimate rate(boolean towardsHost) {
            return towardsHost ? down : up;
        }
    }
}
