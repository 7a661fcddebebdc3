package dev.sluice.model.topology;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import dev.sluice.model.flow.NetworkView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The result of a discovery.
 *
 * @param view the network view, with the vantage's machine first among its hosts. Rates are those of frames on the
 *     wire, as in data sheets and {@code lab/network}, not of the payload
 * @param groups groups of hosts by what they share
 * @param capacities measured capacities of links and hosts
 * @param lost names of hosts that are left out: lost during the discovery, or absent when it began
 * @param untested pairs of hosts that could share a link, and why this is open
 * @param undecided further sentences on what the trials do not decide, with what the view has instead
 * @param notes messages for users: missing measurements and anomalies
 */
public record Topology(
        NetworkView view,
        List<Group> groups,
        List<Capacity> capacities,
        List<String> lost,
        List<Untested> untested,
        List<String> undecided,
        List<String> notes,
        Effort effort) {
    /**
     * The cost of a discovery.
     *
     * @param tests number of tests
     * @param transfers number of transfers in all trials
     * @param bytes bytes sent in them [bytes]
     * @param busiestLinkSeconds upper bound of the time that the transfers kept any link busy [s]
     */
    public record Effort(int tests, long transfers, long bytes, double busiestLinkSeconds) {}

    public Topology {
        groups = List.copyOf(groups);
        capacities = List.copyOf(capacities);
        lost = List.copyOf(lost);
        untested = List.copyOf(untested);
        undecided = List.copyOf(undecided);
        notes = List.copyOf(notes);
    }

    /**
     * Hosts that look alike from the rest of the network.
     *
     * @param link name of the link that they are attached to
     * @param hosts names of the hosts
     * @param kind the network between them
     */
    public record Group(String link, Kind kind, List<String> hosts) {
        public Group {
            hosts = List.copyOf(hosts);
        }
    }

    /** The kinds of networks between the hosts of a group. */
    public enum Kind {
        /** No shared resource is narrower than a host's own connection. */
        INDEPENDENT,
        /** One link leads to all hosts; among themselves they are independent. */
        BEHIND_LINK,
        /** All hosts share one medium and take turns. */
        SHARED_MEDIUM,
        /** One link leads to all hosts; their mutual paths could not be measured. */
        BEHIND_LINK_UNSURE,
        /** One link leads to all hosts; whether they share a medium was not decided. The view has the medium. */
        UNDECIDED
    }

    /**
     * Two hosts of which it is undecided whether they share a link.
     *
     * @param why it is undecided
     * @param assumed what the view has
     */
    public record Untested(
            @Written(omitted = true) String one,
            @Written(omitted = true) String other,
            String why,
            String assumed) {
        /** Both. */
        @Written(after = "other")
        public List<String> hosts() {
            return List.of(one, other);
        }
    }

    /**
     * A measured capacity.
     *
     * @param of name of a link or host
     * @param downBytesPerSecond rate away from the root of the tree, including frame headers [bytes/s]
     * @param upBytesPerSecond rate towards the root, including frame headers [bytes/s]
     * @param spread spread of the underlying trials, relative to their median
     * @param doubt why the rates are undecided; empty if they are believed
     */
    public record Capacity(
            String of,
            double downBytesPerSecond,
            double upBytesPerSecond,
            double spread,
            @IfKnown @Written("undecided") String doubt) {}

    /** Copies the result with further lost hosts and messages. */
    public Topology with(List<String> moreLost, List<String> moreNotes) {
        return new Topology(
                view,
                groups,
                capacities,
                Stream.concat(lost.stream(), moreLost.stream()).toList(),
                untested,
                undecided,
                Stream.concat(notes.stream(), moreNotes.stream()).toList(),
                effort);
    }

    /** Tells what the trials do not decide, and what the view has instead: a sentence for each reason. */
    public List<String> open() {
        Map<String, List<String>> pairs = new LinkedHashMap<>();
        for (Untested pair : untested) {
            pairs.computeIfAbsent(pair.why + "; " + pair.assumed, any -> new ArrayList<>())
                    .add(pair.one + "-" + pair.other);
        }
        List<String> open = new ArrayList<>(undecided);
        pairs.forEach((why, all) ->
                open.add("It is undecided whether these share a link: " + String.join(" ", all) + ": " + why));
        capacities.stream()
                .filter(capacity -> !capacity.doubt.isEmpty())
                .forEach(capacity -> open.add("The rate of " + capacity.of + " is undecided: " + capacity.doubt
                        + "; the view has the least that agrees with the trials"));
        return open;
    }

    /** The largest spread of all capacities that are believed. */
    public double spread() {
        return capacities.stream()
                .filter(capacity -> capacity.doubt.isEmpty())
                .mapToDouble(Capacity::spread)
                .max()
                .orElse(0);
    }
}
