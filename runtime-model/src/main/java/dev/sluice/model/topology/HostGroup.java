package dev.sluice.model.topology;

import java.util.List;

/**
 * Hosts whose transfers from the vantage disturb each other, so that they share a link.
 *
 * @param members by index, the representative first
 * @param down capacity of the link towards them [bytes/s]
 * @param up capacity of the link towards the vantage [bytes/s]
 * @param atVantage true if they share the vantage's own port, or the only path between it and all hosts
 * @param halfDuplex true if both directions of the link take turns, while the hosts behind it do not
 * @param clusters the members by their mutual paths; empty if these could not be measured
 */
record HostGroup(
        List<Integer> members, double down, double up, boolean atVantage, boolean halfDuplex, List<Cluster> clusters) {
    HostGroup {
        members = List.copyOf(members);
        clusters = List.copyOf(clusters);
    }

    /**
     * Hosts with equal mutual paths.
     *
     * @param rate rate from host to host [bytes/s]
     * @param sharing what the hosts share with each other
     * @param fast true if the mutual path is faster than the path to the vantage
     * @param across rate to the other clusters of the group; 0 if unknown [bytes/s]
     */
    record Cluster(List<Integer> members, double rate, Sharing sharing, boolean fast, double across) {
        Cluster {
            members = List.copyOf(members);
        }

        /** True if the hosts take turns, or may: the narrower shape. */
        boolean shared() {
            return sharing != Sharing.SWITCH;
        }

        Cluster withAcross(double bytesPerSecond) {
            return new Cluster(members, rate, sharing, fast, bytesPerSecond);
        }
    }

    /** The kind of network among hosts. */
    enum Sharing {
        /** Each path has its own rate. */
        SWITCH,
        /** All hosts together have one rate, in both directions. */
        MEDIUM,
        /** The tests contradict each other or did not decide. */
        UNDECIDED
    }

    int first() {
        return members.get(0);
    }
}
