package dev.sluice.insight.start;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.flow.Wire;
import dev.sluice.view.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Files that one host sends to many at the same time. Each wire carries the files of all hosts beyond it, in fair
 * shares. A host has its files when the slowest wire on its way has carried all of them. Confined to one thread.
 */
final class Transfers {
    /** Bytes on the wire for each byte of a file, with the headers of TCP, IP and Ethernet. */
    private static final double ON_THE_WIRE = 1516.0 / 1448.0;

    /** Shortest transfer that is worth a sentence [s]. */
    private static final double WORTH_SAYING = 0.5;

    private final NetworkView view;
    private final Map<String, Integer> places;
    private final Routes routes;
    private final String from;
    private final ToDoubleFunction<Host> otherwise;

    /** The wires between the sender and each host, by the host's name. */
    private final Map<String, List<Used>> ways = new LinkedHashMap<>();

    private final Map<String, Used> wires = new HashMap<>();
    private final Map<String, Long> bytes = new HashMap<>();

    /** A wire in one direction, and what it carries. */
    private static final class Used {
        final String name;
        final double bytesPerSecond;
        double bytes;

        Used(String name, double bytesPerSecond) {
            this.name = name;
            this.bytesPerSecond = bytesPerSecond;
        }

        double seconds() {
            return bytes == 0 ? 0 : bytes * ON_THE_WIRE / bytesPerSecond;
        }
    }

    /**
     * @param from name of the sender; a host outside the view is behind its first root link
     * @param otherwise the rate of the way to a host on which the view knows no limit [bytes/s]
     */
    Transfers(NetworkView known, String from, ToDoubleFunction<Host> otherwise) {
        this.view = known.host(from) >= 0 ? known : with(known, from);
        this.places = view.places();
        this.routes = Routes.to(view, view.host(from));
        this.from = from;
        this.otherwise = otherwise;
    }

    private static NetworkView with(NetworkView view, String outside) {
        int root = 0;
        while (!view.links().get(root).parents().isEmpty()) {
            root++;
        }
        List<Host> hosts = new ArrayList<>(view.hosts());
        hosts.add(new Host(outside, root));
        return view.withHosts(hosts);
    }

    /** Sends so many bytes to a host, together with all others that were added. */
    void add(Host host, long count) {
        List<Used> way = way(host);
        ways.put(host.name(), way);
        bytes.put(host.name(), count);
        way.forEach(wire -> wire.bytes += count);
    }

    /** Time until a host has its files [s]. */
    double seconds(Host host) {
        if (bytes.getOrDefault(host.name(), 0L) == 0) {
            return 0;
        }
        return ways.getOrDefault(host.name(), List.of()).stream()
                .mapToDouble(Used::seconds)
                .max()
                .orElse(0);
    }

    /** The rate of a file that travels alone to a host [bytes/s]. */
    double rate(Host host) {
        return host.name().equals(from)
                ? Double.POSITIVE_INFINITY
                : way(host).stream()
                                .mapToDouble(wire -> wire.bytesPerSecond)
                                .min()
                                .orElse(Double.POSITIVE_INFINITY)
                        / ON_THE_WIRE;
    }

    /** One-way latency to a host [ns]. */
    long latencyNanos(Host host) {
        return routes.reaches(host.link()) ? routes.latencyNanos(places.getOrDefault(host.name(), -1)) : 0;
    }

    /** A sentence for the wire that takes longest, if it takes long. */
    List<String> words(String files) {
        Used slowest = null;
        for (List<Used> way : ways.values()) {
            for (Used wire : way) {
                if (slowest == null || wire.seconds() > slowest.seconds()) {
                    slowest = wire;
                }
            }
        }
        return slowest == null || slowest.seconds() < WORTH_SAYING
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "%s over %s (%s): %.1f s",
                        files,
                        slowest.name,
                        Quantity.RATE.rounded(slowest.bytesPerSecond),
                        slowest.seconds()));
    }

    // ---- ways

    private List<Used> way(Host host) {
        List<Used> way = new ArrayList<>();
        if (host.name().equals(from) || !routes.reaches(host.link())) {
            return way;
        }
        Wire own = view.hosts().get(routes.master()).port();
        use(way, "the port of " + from, own.shared(), true, own.upBytesPerSecond());
        int at = host.link();
        medium(way, at);
        while (routes.next(at) >= 0) {
            Link link = view.links().get(routes.wire(at));
            Wire wire = link.wire();
            if (!wire.shared()) {
                boolean down = routes.climbs(at); // results climb, so files descend
                use(way, link.name(), false, !down, down ? wire.downBytesPerSecond() : wire.upBytesPerSecond());
            }
            at = routes.next(at);
            medium(way, at);
        }
        Wire port = host.port();
        use(way, "the port of " + host.name(), port.shared(), false, port.downBytesPerSecond());
        if (way.isEmpty()) {
            use(way, "the way to " + host.name(), false, false, otherwise.applyAsDouble(host));
        }
        return way;
    }

    private void medium(List<Used> way, int index) {
        Link link = view.links().get(index);
        if (link.wire().shared()) {
            use(way, link.name(), true, false, link.wire().downBytesPerSecond());
        }
    }

    private void use(List<Used> way, String name, boolean shared, boolean up, double bytesPerSecond) {
        if (bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY) {
            String key = name + (shared ? "" : up ? " up" : " down");
            way.add(wires.computeIfAbsent(key, unused -> new Used(name, bytesPerSecond)));
        }
    }
}
