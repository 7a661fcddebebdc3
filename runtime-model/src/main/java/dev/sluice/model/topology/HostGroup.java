package dev.sluice.model.topology;

import java.util.List;

/**
 * Hosts whose transfers from the vantage disturb each other, so that they share a link.
 *
 * @param members by index, the representative first
 * @param down what the link carries towards them [bytes/s]
 * @param up what it carries towards the vantage [bytes/s]
 * @param atVantage whether what they share is the vantage's own port, or all there is between it and all hosts
 * @param clusters the members by how they reach each other; none where that could not be measured
 */
record HostGroup(List<Integer> members, double down, double up, boolean atVantage, List<Cluster> clusters) {
    HostGroup {
        members = List.copyOf(members);
        clusters = List.copyOf(clusters);
    }

    /**
     * Hosts that reach each other alike.
     *
     * @param rate from host to host [bytes/s]
     * @param shared whether all of them together have that rate, in both directions
     * @param fast whether it is a way of their own, faster than the one to the vantage
     * @param across from here to the other clusters of the group; 0 where there is none [bytes/s]
     */
    record Cluster(List<Integer> members, double rate, boolean shared, boolean fast, double across) {
        Cluster {
            members = List.copyOf(members);
        }

        Cluster withAcross(double bytesPerSecond) {
            return new Cluster(members, rate, shared, fast, bytesPerSecond);
        }
    }

    int first() {
        return members.get(0);
    }
}
