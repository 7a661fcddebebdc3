package dev.sluice.insight.gain;

import dev.sluice.insight.gain.GainNetwork.GainSubMaster;
import dev.sluice.master.Traffic;
import dev.sluice.master.WorkerEntry;
import dev.sluice.master.weather.ArrivalCourse.Part;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Script;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.session.SessionCounters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The network of a run without a view, from round trips and transfers. Hosts with about the same long round trip are
 * one site behind one link; all others are on the master's own. Confined to the master loop.
 */
final class NetworkEstimate {
    /** A rate is another one from this factor on. */
    private static final double OTHER = 1.5;

    /** In less time than this the arrivals of a part say little [ns]. */
    private static final double SHORTEST_NANOS = 50e6;

    /** Hosts with a shorter round trip are near [s]. */
    private static final double NEAR_SECONDS = 0.004;

    /** Hosts with a longer round trip are far, if there is no nearer one to compare with [s]. */
    private static final double FAR_SECONDS = 0.01;

    /** A host is far if its round trip is so many times that of the nearest. */
    private static final double TIMES = 3;

    private static final int MASTER_PORT = 0;

    private final List<Link> links = new ArrayList<>(List.of(new Link("switch", Wire.UNLIMITED)));
    private final Map<WorkerEntry, Integer> linkOf = new HashMap<>();
    private final Map<WorkerEntry, Wire> portOf = new HashMap<>();
    private final List<ProvenWay> proven = new ArrayList<>();
    /** Hosts behind each link that they share, or behind the master's port. */
    private final Map<Integer, List<WorkerEntry>> ways = new LinkedHashMap<>();

    private final Passed passed;
    private Wire masterPort = Wire.UNLIMITED;

    /**
     * The bytes that passed over the whole run.
     *
     * @param seconds since the first slot was there
     * @param work to and from a worker
     * @param setupBytesPerSecond at which the setups of a cycle arrived together, while they did; 0 if unknown
     * @param waited whether slots waited for links
     */
    record Passed(
            double seconds, Function<WorkerEntry, SessionCounters> work, double setupBytesPerSecond, boolean waited) {
        /** The mean rate from these workers, to which that of their way is at least equal [bytes/s]. */
        private double in(List<WorkerEntry> workers) {
            return rate(workers, SessionCounters::bytesReceived);
        }

        /** The same to them [bytes/s]. */
        private double out(List<WorkerEntry> workers) {
            return rate(workers, SessionCounters::bytesSent);
        }

        private double rate(List<WorkerEntry> workers, ToLongFunction<SessionCounters> bytes) {
            long sum = workers.stream().map(work).mapToLong(bytes).sum();
            return seconds > 0 ? LinkThroughput.WIRE_BYTES * sum / seconds : 0;
        }
    }

    /** @param entries workers and sub-masters of the master */
    NetworkEstimate(List<WorkerEntry> entries, Passed passed) {
        this.passed = passed;
        Map<String, List<WorkerEntry>> sites = new LinkedHashMap<>();
        String here = ThisHost.name();
        for (WorkerEntry entry : entries) {
            boolean onThis = entry.host.equals(here) || entry.address.isEmpty();
            sites.computeIfAbsent(onThis ? "" : entry.site(), unused -> new ArrayList<>())
                    .add(entry);
        }
        double nearest = sites.values().stream()
                .mapToDouble(NetworkEstimate::roundTripSeconds)
                .filter(seconds -> seconds > 0)
                .min()
                .orElse(0);
        List<WorkerEntry> near = new ArrayList<>();
        for (Map.Entry<String, List<WorkerEntry>> site : sites.entrySet()) {
            if (site.getKey().isEmpty() || !isFar(roundTripSeconds(site.getValue()), nearest)) {
                near.addAll(site.getValue());
            } else {
                site(site.getValue());
            }
        }
        near.forEach(entry -> linkOf.put(entry, 0));
        near(near, here);
    }

    /** Queues at a busy link delay answers, too, so that a round trip is compared with that to the nearest hosts. */
    private static boolean isFar(double seconds, double nearestSeconds) {
        return seconds >= FAR_SECONDS || seconds >= NEAR_SECONDS && seconds >= TIMES * nearestSeconds;
    }

    /** The shortest round trip to any of them, which queues delay least [s]; 0 if none is known. */
    private static double roundTripSeconds(List<WorkerEntry> entries) {
        return entries.stream()
                .mapToDouble(entry -> entry.station.leastRoundTripSeconds())
                .filter(seconds -> seconds > 0)
                .min()
                .orElse(0);
    }

    /**
     * Near hosts share the master's port, unless each sends as fast beside others as alone. Transfers that shared the
     * port show a part of its rate each, so that all setups of a cycle together count, too. Processes of this machine
     * alone use no port.
     */
    private void near(List<WorkerEntry> near, String here) {
        List<WorkerEntry> others =
                near.stream().filter(entry -> !entry.host.equals(here)).toList();
        if (others.isEmpty()) {
            return;
        }
        LinkThroughput all =
                LinkThroughput.of(near.stream().map(each -> each.arrivals).toList());
        double out = passed.waited()
                ? Math.max(
                        bandwidth(near, Quantity.BANDWIDTH_OUT), passed.setupBytesPerSecond * LinkThroughput.WIRE_BYTES)
                : Double.POSITIVE_INFINITY;
        boolean narrow = all.isNarrow(passed.in(near), passed.waited());
        if (!narrow) {
            proven.add(proven(0, others, all));
        }
        if (all.shared() || !narrow) {
            double in = narrow ? all.bytesPerSecond() : Double.POSITIVE_INFINITY;
            masterPort = wire(in, out, passed.in(near), passed.out(near), 0);
            ways.put(MASTER_PORT, others);
            return;
        }
        for (WorkerEntry entry : near) {
            LinkThroughput own = LinkThroughput.ofOne(entry.arrivals, near.size());
            List<WorkerEntry> one = List.of(entry);
            portOf.put(entry, wire(out, own.bytesPerSecond(), passed.out(one), passed.in(one), 0));
        }
    }

    private void site(List<WorkerEntry> site) {
        LinkThroughput all =
                LinkThroughput.of(site.stream().map(each -> each.arrivals).toList());
        double in = all.isKnown() ? all.bytesPerSecond() : bandwidth(site, Quantity.BANDWIDTH_IN);
        double out = bandwidth(site, Quantity.BANDWIDTH_OUT);
        long latencyNanos = Math.round(roundTripSeconds(site) / 2 * 1e9);
        int number = links.size();
        boolean probed = !all.isKnown() && Double.isFinite(in);
        if (!probed && !all.isNarrow(passed.in(site), passed.waited())) {
            proven.add(proven(number, site, all));
        }
        links.add(new Link(
                "link " + number + " to " + site.get(0).host,
                0,
                wire(out, in, passed.out(site), passed.in(site), latencyNanos)));
        site.forEach(entry -> linkOf.put(entry, number));
        ways.put(number, site);
    }

    /**
     * The rate that these hosts' way was seen to carry: over the whole run, in transfers, and while something arrived.
     */
    private ProvenWay proven(int link, List<WorkerEntry> entries, LinkThroughput arrived) {
        Set<String> hosts = new TreeSet<>();
        entries.forEach(entry -> hosts.add(entry.host));
        double in = bandwidth(entries, Quantity.BANDWIDTH_IN);
        double out = bandwidth(entries, Quantity.BANDWIDTH_OUT);
        String first = hosts.iterator().next();
        return new ProvenWay(
                hosts.size() == 1 ? first : first + " and " + (hosts.size() - 1) + " more",
                link,
                hosts,
                Math.max(passed.out(entries), Double.isInfinite(out) ? 0 : LinkThroughput.WIRE_BYTES * out),
                Math.max(
                        Math.max(passed.in(entries), Double.isInfinite(in) ? 0 : LinkThroughput.WIRE_BYTES * in),
                        arrived.isKnown() ? arrived.bytesPerSecond() : 0));
    }

    /** A wire whose capacity is known in one direction has it in the other, too, unless more passed there. */
    private static Wire wire(double down, double up, double leastDown, double leastUp, long latencyNanos) {
        return new Wire(capacity(down, up, leastDown), capacity(up, down, leastUp), false, latencyNanos, 0);
    }

    /** The measured capacity, or at least what passed; else that of the other direction [bytes/s]. */
    private static double capacity(double measured, double other, double least) {
        if (Double.isInfinite(measured)) {
            return other >= least ? other : Double.POSITIVE_INFINITY;
        }
        return Math.max(measured, least);
    }

    /** The greatest bandwidth of large transfers [bytes/s]; infinite if there were none. */
    private static double bandwidth(List<WorkerEntry> entries, Quantity quantity) {
        return entries.stream()
                .flatMap(entry -> entry.station.series(false).stream())
                .filter(series ->
                        series.quantity() == quantity && series.sizes().compareTo(SizeClass.MEDIUM) >= 0)
                .mapToDouble(series -> series.newest().value())
                .max()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /**
     * The changes of the capacity of links. The master's port is the link after the last one.
     *
     * @param startNanos the start of the run
     */
    List<Script.Step> changes(Traffic traffic, long startNanos) {
        List<Script.Step> steps = new ArrayList<>();
        ways.forEach((way, hosts) -> {
            List<String> sites =
                    hosts.stream().map(WorkerEntry::site).distinct().toList();
            if (sites.size() == 1) {
                boolean port = way == MASTER_PORT;
                steps.addAll(course(
                        traffic.course(sites.get(0)),
                        port ? links.size() : way,
                        port ? masterPort : links.get(way).wire(),
                        port,
                        startNanos));
            }
        });
        return steps;
    }

    int link(WorkerEntry entry) {
        return linkOf.getOrDefault(entry, 0);
    }

    Wire port(WorkerEntry entry) {
        return portOf.getOrDefault(entry, Wire.UNLIMITED);
    }

    /** Tells whether the way to this worker has a known capacity. */
    boolean isKnown(WorkerEntry entry) {
        Wire way = links.get(link(entry)).wire();
        return entry.host.equals(ThisHost.name())
                || !way.unlimited()
                || !port(entry).unlimited()
                || link(entry) == 0 && !masterPort.unlimited();
    }

    GainNetwork network(List<GainSubMaster> subMasters, boolean known) {
        return new GainNetwork(links, 0, masterPort, subMasters, known, proven);
    }

    /**
     * The changes of a link; none if it always carried about the same.
     *
     * @param parts of the run, in the order of time
     * @param wire its capacity over the whole run
     * @param toMaster whether results go down, to the master, or up
     * @param startNanos the start of the run, on the same clock as the parts
     */
    private static List<Script.Step> course(List<Part> parts, int link, Wire wire, boolean toMaster, long startNanos) {
        List<Stretch> stretches = Stretch.of(parts.stream()
                .filter(part -> part.busyNanos() >= SHORTEST_NANOS)
                .map(part -> new Stretch.Part(
                        part.fromNanos(), LinkThroughput.WIRE_BYTES * part.bytes(), part.busyNanos() / 1e9, OTHER))
                .toList());
        List<Script.Step> steps = new ArrayList<>();
        double in = toMaster ? wire.downBytesPerSecond() : wire.upBytesPerSecond();
        double out = toMaster ? wire.upBytesPerSecond() : wire.downBytesPerSecond();
        for (Stretch stretch : stretches) {
            long at = steps.isEmpty() ? 0 : Math.max(0, stretch.fromNanos() - startNanos);
            double rate = stretch.value();
            double other = Double.isInfinite(out) ? out : rate * out / in;
            steps.add(new Script.Capacity(at, link, toMaster ? rate : other, toMaster ? other : rate));
        }
        return steps.size() < 2 || Double.isInfinite(in) ? List.of() : steps;
    }
}
