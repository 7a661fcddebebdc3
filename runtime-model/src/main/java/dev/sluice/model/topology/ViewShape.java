package dev.sluice.model.topology;

import dev.sluice.model.Amounts;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.topology.HostGroup.Cluster;
import dev.sluice.model.topology.Topology.Capacity;
import dev.sluice.model.topology.Topology.Group;
import dev.sluice.model.topology.Topology.Kind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Builds a tree from the findings. The vantage and all single hosts are attached to the root network; each group has a
 * link of its own. Unmeasured parts get the narrowest shape that agrees with the measurements. Used for one view.
 */
final class ViewShape {
    /** Size of an Ethernet frame and of its payload, with TCP timestamps (Overheads.Travel has the same) [bytes]. */
    private static final double FRAME = 1516;

    private static final double CARRIED = 1448;

    /** Frame size on a shared medium, where one acknowledgement frame follows every two frames [bytes]. */
    private static final double ACKNOWLEDGED_FRAME = FRAME + 34;

    /** A latency below this is hidden by the processing time of the processes [ns]. */
    private static final long LEAST_LATENCY_NANOS = 50_000;

    /** Fraction of the sum of all links above which the port of the vantage limits nothing. */
    private static final double FULL = 0.93;

    private static final MathContext SHOWN = new MathContext(3);

    private final Machine vantage;
    private final List<Machine> machines;
    private final Measurements measurements;
    private final Findings findings;
    private final Set<String> names = new HashSet<>();
    private final List<Link> links = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();
    private final List<Capacity> capacities = new ArrayList<>();
    private final Map<Integer, Place> places = new HashMap<>();
    private final Map<HostGroup, Integer> linkOf = new HashMap<>();
    private final Map<Trunk, Integer> trunkLinks = new HashMap<>();
    private final long portNanos;
    private @Nullable HostGroup rootGroup;
    private int root;

    /** A host's link, and its port without latency. */
    private record Place(int link, Wire port) {}

    ViewShape(Machine vantage, List<Machine> machines, Measurements measurements, Findings findings) {
        this.vantage = vantage;
        this.machines = machines;
        this.measurements = measurements;
        this.findings = findings;
        machines.forEach(machine -> names.add(machine.name()));
        names.add(vantage.name());
        this.portNanos = quarter(measurements.paths().leastRoundTripNanos());
    }

    Topology topology() {
        root = link(new Link(free("net"), Wire.UNLIMITED));
        rootMedium();
        ordered().forEach(this::place);
        for (int host : findings.apart()) {
            Wire port = findings.halfDuplex().contains(host) ? medium(mean(host)) : port(host);
            places.put(host, new Place(above(host), port));
        }
        for (int link : new TreeSet<>(
                findings.apart().stream().map(host -> placeOf(host).link()).toList())) {
            List<String> apart = findings.apart().stream()
                    .filter(host -> placeOf(host).link() == link)
                    .map(this::name)
                    .toList();
            groups.add(new Group(links.get(link).name(), link == root ? Kind.INDEPENDENT : Kind.BEHIND_LINK, apart));
        }
        List<Host> hosts = new ArrayList<>();
        hosts.add(host(vantage, root, vantagePort().withLatency(portNanos)));
        for (int i = 0; i < machines.size(); i++) {
            Place place = places.get(i);
            if (place != null) {
                hosts.add(host(machines.get(i), place.link, place.port.withLatency(portNanos)));
                // the port of a host in a group is not what limits it alone
                String doubt = findings.apart().contains(i) ? doubt(List.of(i)) : "";
                capacity(machines.get(i).name(), place.port, measurements.spread(i), doubt);
            }
        }
        return new Topology(
                new NetworkView("discovered", links, hosts),
                groups,
                capacities,
                measurements.lost().stream().map(this::name).toList(),
                findings.untested(),
                findings.undecided(),
                findings.notes(),
                new Topology.Effort(
                        measurements.tests(),
                        measurements.transfers(),
                        measurements.bytes(),
                        measurements.budget().seconds()));
    }

    private static Host host(Machine machine, int link, Wire port) {
        return new Host(machine.name(), link, port, machine.slots(), 1, 1, 1, machine.address(), Amounts.NONE);
    }

    private void place(HostGroup group) {
        List<Cluster> clusters = group.clusters();
        boolean flat = clusters.stream().allMatch(cluster -> cluster.members().size() == 1);
        if (clusters.isEmpty() || flat) {
            int link = group.atVantage() && !clusters.isEmpty() ? root : groupLink(group);
            put(group.members(), link, 0, clusters.isEmpty() ? Kind.BEHIND_LINK_UNSURE : Kind.BEHIND_LINK);
        } else if (clusters.size() == 1) {
            place(group, clusters.get(0));
        } else {
            int above = group.atVantage() ? root : groupLink(group);
            for (Cluster cluster : clusters) {
                boolean shared = cluster.sharing() == HostGroup.Sharing.MEDIUM;
                boolean free = !shared && cluster.across() == 0;
                Wire wire = shared ? medium(cluster.rate()) : wire(cluster.across(), cluster.across());
                long latency = latency(cluster.members());
                int link = free && above == root
                        ? root
                        : child(above, (free ? Wire.UNLIMITED : wire).withLatency(latency), cluster.members());
                if (shared) {
                    cluster.members().forEach(host -> places.put(host, new Place(link, Wire.UNLIMITED)));
                    groups.add(new Group(links.get(link).name(), Kind.SHARED_MEDIUM, names(cluster.members())));
                } else {
                    put(cluster.members(), link, 0, link == root ? Kind.INDEPENDENT : Kind.BEHIND_LINK);
                }
            }
        }
    }

    /** Places a group whose members all have equal mutual paths. */
    private void place(HostGroup group, Cluster cluster) {
        if (cluster.shared()) {
            placeOnMedium(group, cluster);
        } else if (group.atVantage()) {
            put(group.members(), root, 0, Kind.INDEPENDENT);
        } else {
            put(group.members(), groupLink(group), 0, Kind.BEHIND_LINK);
        }
    }

    private void placeOnMedium(HostGroup group, Cluster cluster) {
        Wire medium = mediumOf(group, cluster);
        int link;
        if (group == rootGroup) {
            link = root;
        } else if (cluster.fast()) {
            link = child(groupLink(group), medium, group.members());
        } else {
            link = child(above(group.first()), medium.withLatency(latency(group.members())), group.members());
            linkOf.put(group, link);
        }
        capacity(links.get(link).name(), medium, spread(group.members()), doubt(group.members()));
        group.members().forEach(host -> places.put(host, new Place(link, Wire.UNLIMITED)));
        Kind kind = cluster.sharing() == HostGroup.Sharing.MEDIUM ? Kind.SHARED_MEDIUM : Kind.UNDECIDED;
        groups.add(new Group(links.get(link).name(), kind, names(group.members())));
    }

    private Wire mediumOf(HostGroup group, Cluster cluster) {
        double mean = group.members().stream().mapToDouble(this::mean).average().orElse(0);
        return medium(cluster.fast() ? cluster.rate() : mean);
    }

    /** The mean of a host's two directions, which are equal on a medium [bytes/s]. */
    private double mean(int host) {
        return (alone(host).down().safe() + alone(host).up().safe()) / 2;
    }

    /** Makes the root a medium if all paths from the vantage share one. */
    private void rootMedium() {
        for (HostGroup group : findings.groups()) {
            boolean medium = group.clusters().size() == 1
                    && group.clusters().get(0).shared()
                    && !group.clusters().get(0).fast();
            boolean behind = group.members().size() == findings.alone().size()
                    || findings.trunks().stream()
                            .anyMatch(trunk ->
                                    trunk.members().size() == findings.alone().size() && isInside(trunk, group));
            if (medium && behind && rootGroup == null) {
                rootGroup = group;
                links.set(
                        root,
                        new Link(
                                links.get(root).name(),
                                mediumOf(group, group.clusters().get(0))));
                linkOf.put(group, root);
            }
        }
        if (rootGroup == null && findings.halfDuplexVantage()) {
            double rate = Math.max(
                    measurements.highest().port(true), measurements.highest().port(false));
            links.set(root, new Link(links.get(root).name(), medium(rate)));
        }
    }

    // ---- links that groups share

    /** Groups whose link is a trunk come before the groups behind it. */
    private List<HostGroup> ordered() {
        List<HostGroup> inside = findings.groups().stream()
                .filter(group -> findings.trunks().stream().anyMatch(trunk -> isInside(trunk, group)))
                .toList();
        List<HostGroup> all = new ArrayList<>(inside);
        findings.groups().stream().filter(group -> !inside.contains(group)).forEach(all::add);
        return all;
    }

    /** True if the link of a group has the whole capacity of a trunk, so that it is the trunk. */
    private boolean isInside(Trunk trunk, HostGroup group) {
        return !group.atVantage()
                && trunk.members().contains(group.first())
                && group.down() >= Together.KEPT * trunk.down()
                && group.up() >= Together.KEPT * trunk.up()
                && findings.groups().stream()
                        .filter(other -> trunk.members().contains(other.first()))
                        .filter(other -> !other.atVantage() && other.down() >= Together.KEPT * trunk.down())
                        .allMatch(other -> other.first() >= group.first());
    }

    /** The link to which a group's link or a single host is attached: its trunk, or the root. */
    private int above(int host) {
        for (Trunk trunk : findings.trunks()) {
            if (trunk.members().contains(host)) {
                Optional<HostGroup> inside = findings.groups().stream()
                        .filter(group -> isInside(trunk, group))
                        .findFirst();
                if (inside.isPresent()) {
                    return inside.get().members().contains(host) ? root : linkOf.getOrDefault(inside.get(), root);
                }
                return trunkLinks.computeIfAbsent(
                        trunk, any -> child(root, wire(trunk.down(), trunk.up()), trunk.members()));
            }
        }
        return root;
    }

    private Place placeOf(int host) {
        Place place = places.get(host);
        if (place == null) {
            throw new IllegalStateException("host " + host + " (expected: one with a place)");
        }
        return place;
    }

    private int groupLink(HostGroup group) {
        double down = safe(group, true);
        double up = safe(group, false);
        Wire wire = group.halfDuplex() ? medium((down + up) / 2) : wire(down, up);
        int link = child(above(group.first()), wire.withLatency(latency(group.members())), group.members());
        linkOf.put(group, link);
        return group.halfDuplex() ? child(link, Wire.UNLIMITED, group.members()) : link;
    }

    private int child(int above, Wire wire, List<Integer> members) {
        int link = link(new Link(free("net" + links.size()), above, wire));
        if (!wire.unlimited()) {
            capacity(links.get(link).name(), wire, spread(members), doubt(members));
        }
        return link;
    }

    private int link(Link link) {
        names.add(link.name());
        links.add(link);
        return links.size() - 1;
    }

    private String free(String name) {
        String free = name;
        while (names.contains(free)) {
            free = "the-" + free;
        }
        return free;
    }

    /** @param least known capacity of each port, inferred from similar hosts [bytes/s] */
    private void put(List<Integer> members, int link, double least, Kind kind) {
        for (int host : members) {
            double down = Math.max(least, measurements.highest().most(host, false));
            double up = Math.max(least, measurements.highest().most(host, true));
            places.put(host, new Place(link, wire(down, up)));
        }
        groups.add(new Group(links.get(link).name(), kind, names(members)));
    }

    private Wire port(int host) {
        return wire(alone(host).down().safe(), alone(host).up().safe());
    }

    private Wire vantagePort() {
        boolean medium = links.get(root).wire().shared();
        if (medium || findings.alone().isEmpty()) {
            return Wire.UNLIMITED;
        }
        double leaving = port(true);
        double reaching = port(false);
        if (leaving == 0 || reaching == 0) {
            return Wire.UNLIMITED;
        }
        Wire port = wire(reaching, leaving);
        capacity(vantage.name(), port, 0, "");
        return port;
    }

    /**
     * The capacity of the vantage's port: what passed it at most. If that is all that the links behind it can carry,
     * the port is wider, and the sum of these links is a lower bound. 0 means that it is unknown.
     */
    private double port(boolean leaving) {
        double links = 0;
        double tested = 0;
        for (HostGroup group : findings.groups()) {
            double fastest = group.members().stream()
                    .mapToDouble(host -> alone(host).rate(leaving).value())
                    .max()
                    .orElse(0);
            double link = leaving ? group.down() : group.up();
            links += link;
            tested += Math.min(link, fastest);
        }
        for (int host : findings.apart()) {
            links += alone(host).rate(leaving).value();
            tested += alone(host).rate(leaving).value();
        }
        double most = measurements.highest().port(leaving);
        boolean full = most > FULL * tested && findings.groups().stream().noneMatch(HostGroup::atVantage);
        if (findings.alone().size() > DiscoveryPlan.MOST_AT_ONCE && full) {
            return 0;
        }
        return full ? Math.max(most, links) : most;
    }

    private void capacity(String of, Wire wire, double spread, String doubt) {
        if (!wire.unlimited()
                && capacities.stream().noneMatch(known -> known.of().equals(of))) {
            capacities.add(new Capacity(of, wire.downBytesPerSecond(), wire.upBytesPerSecond(), spread, doubt));
        }
    }

    /** Why the rate that is told by these hosts alone is undecided; empty if it is believed. */
    private String doubt(List<Integer> members) {
        return Stream.of(true, false)
                .filter(down -> !rate(members, down).believed())
                .map(down -> (down ? "away from " : "towards ") + vantage.name() + ", "
                        + rate(members, down).doubt())
                .collect(Collectors.joining("; "));
    }

    /** The rate of the fastest of some hosts alone. */
    private RateEstimate rate(List<Integer> members, boolean down) {
        if (members.size() == 1) {
            return alone(members.get(0)).rate(down);
        }
        double most = members.stream()
                .mapToDouble(host -> alone(host).rate(down).value())
                .max()
                .orElse(0);
        return Measurements.pooled(members.stream()
                .filter(host -> alone(host).rate(down).value() >= LinkPartition.FULL * most)
                .flatMap(host ->
                        measurements.single(Phase.ALONE, down ? Transfer.to(host) : Transfer.back(host)).stream())
                .toList());
    }

    /** A rate of a group's link, or the least that agrees with the trials. */
    private double safe(HostGroup group, boolean down) {
        RateEstimate alone = rate(group.members(), down);
        return (down ? group.down() : group.up()) * alone.safe() / Math.max(1, alone.value());
    }

    private double spread(List<Integer> members) {
        return members.stream().mapToDouble(measurements::spread).max().orElse(0);
    }

    /** A full-duplex wire. The two directions differ only if the measurements clearly differ. */
    private static Wire wire(double down, double up) {
        if (Math.min(up, down) >= 0.9 * Math.max(up, down)) {
            double both = shown((up + down) / 2 * FRAME / CARRIED);
            return new Wire(both, both, false, 0, 0);
        }
        return new Wire(shown(down * FRAME / CARRIED), shown(up * FRAME / CARRIED), false, 0, 0);
    }

    private static Wire medium(double rate) {
        return Wire.shared(shown(rate * ACKNOWLEDGED_FRAME / CARRIED));
    }

    /** Rounds to three significant digits in bits per second. */
    private static double shown(double bytesPerSecond) {
        return new BigDecimal(bytesPerSecond * 8).round(SHOWN).doubleValue() / 8;
    }

    // ---- latencies: a quarter of the minimum round trip belongs to each port, the rest of a path to the link

    private static long quarter(long nanos) {
        long quarter = nanos / 4 / 10_000 * 10_000;
        return quarter >= LEAST_LATENCY_NANOS / 2 ? quarter : 0;
    }

    private long latency(List<Integer> members) {
        long least = members.stream()
                .mapToLong(host -> alone(host).roundTripNanos())
                .min()
                .orElse(0);
        long way = least / 2 - 2 * portNanos;
        return way >= LEAST_LATENCY_NANOS ? way / 10_000 * 10_000 : 0;
    }

    private Findings.Alone alone(int host) {
        Findings.Alone alone = findings.alone().get(host);
        if (alone == null) {
            throw new IllegalStateException("host " + host + " (expected: one that was measured)");
        }
        return alone;
    }

    private List<String> names(List<Integer> members) {
        return members.stream().map(this::name).toList();
    }

    private String name(int host) {
        return machines.get(host).name();
    }
}
