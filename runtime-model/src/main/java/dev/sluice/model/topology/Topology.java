package dev.sluice.model.topology;

import dev.sluice.model.flow.NetworkView;
import java.util.List;

/**
 * What a discovery found.
 *
 * @param view the vantage's machine first among its hosts; rates are those of frames on the wire, as makers of links
 *     and {@code deploy/lab} give them, not of the bytes in them
 * @param groups hosts by what they share
 * @param capacities of links and hosts, as far as they were measured
 * @param lost names of hosts that vanished meanwhile
 * @param notes for people: what could not be measured and what is odd
 * @param tests that were made
 * @param transfers in all trials of these
 * @param bytes sent in them [bytes]
 */
public record Topology(
        NetworkView view,
        List<Group> groups,
        List<Capacity> capacities,
        List<String> lost,
        List<String> notes,
        int tests,
        long transfers,
        long bytes) {
    public Topology {
        groups = List.copyOf(groups);
        capacities = List.copyOf(capacities);
        lost = List.copyOf(lost);
        notes = List.copyOf(notes);
    }

    /**
     * Hosts that are alike to the rest of the network.
     *
     * @param link name of the link that they hang on
     * @param hosts names
     * @param kind what is between them
     */
    public record Group(String link, List<String> hosts, Kind kind) {
        public Group {
            hosts = List.copyOf(hosts);
        }
    }

    /** What is between the hosts of a group. */
    public enum Kind {
        /** Nothing in common that is narrower than what each has. */
        INDEPENDENT,
        /** One link leads to all of them; among themselves they are independent. */
        BEHIND_LINK,
        /** One medium, on which all of them take turns. */
        SHARED_MEDIUM,
        /** One link leads to all of them; how they reach each other could not be measured. */
        BEHIND_LINK_UNSURE
    }

    /**
     * What was measured.
     *
     * @param of a link or host
     * @param downBytesPerSecond away from the root of the tree, frames and all [bytes/s]
     * @param upBytesPerSecond the other way [bytes/s]
     * @param spread of the trials that it rests on, as a part of their median
     */
    public record Capacity(String of, double downBytesPerSecond, double upBytesPerSecond, double spread) {}

    /** The largest spread of all. */
    public double spread() {
        return capacities.stream().mapToDouble(Capacity::spread).max().orElse(0);
    }
}
