package dev.sluice.model.simulate.network;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport.Part;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.event.Course;
import dev.sluice.model.simulate.event.Courses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The servers between the master and each host, in both directions. Paths of hosts on one link share their common part.
 * Latency before the first server is added after the last one instead, so that the first server sees a packet at the
 * time of sending.
 */
public final class Paths {
    private static final int NONE = -1;

    /** Markers: no server, or several servers, feed this one. */
    private static final int NOBODY = -1;

    private static final int SEVERAL = -2;

    private final NetworkView view;
    private final Routes routes;
    private final Wires wires;
    private final Courses courses;
    private final Map<Integer, List<Script.Capacity>> changes = new HashMap<>();
    private final int[] linkDown;
    private final int[] linkUp;
    private final int[] portDown;
    private final int[] portUp;
    /** Per link: the servers from it to the master, the master's port last. */
    private final int[][] toMaster;
    /** Per link: the servers from the master's port to it. */
    private final int[][] fromMaster;

    private final int master;

    private int[] before = new int[0];

    /** The ways to the master of the run, on servers of their own. */
    public Paths(World machines, Script script, Courses courses) {
        this.master = machines.master();
        this.view = machines.view();
        this.wires = new Wires();
        this.courses = courses;
        this.routes = Routes.to(view, master);
        int links = view.links().size();
        int hosts = view.hosts().size();
        for (Script.Step step : script.steps()) {
            if (step instanceof Script.Capacity capacity) {
                changes.computeIfAbsent(capacity.link(), link -> new ArrayList<>())
                        .add(capacity);
            }
        }
        this.linkDown = new int[links];
        this.linkUp = new int[links];
        this.portDown = filled(hosts);
        this.portUp = filled(hosts);
        this.toMaster = new int[links][];
        this.fromMaster = new int[links][];
        for (int link = 0; link < links; link++) {
            addLink(link);
        }
        addPort(master);
        for (int i = 0; i < routes.reached(); i++) {
            trace(routes.link(i));
        }
    }

    /** Copies the servers for the paths to another host. */
    public Paths(Paths same, int master) {
        this.master = master;
        this.view = same.view;
        this.wires = same.wires;
        this.courses = same.courses;
        this.routes = Routes.to(view, master);
        this.linkDown = same.linkDown;
        this.linkUp = same.linkUp;
        this.portDown = same.portDown;
        this.portUp = same.portUp;
        this.toMaster = new int[linkDown.length][];
        this.fromMaster = new int[linkDown.length][];
        addPort(master);
        for (int i = 0; i < routes.reached(); i++) {
            trace(routes.link(i));
        }
    }

    /** True if these are the paths to and from this host. */
    public boolean leadsTo(int host) {
        return host == master;
    }

    /** The servers that all ways are made of. */
    Wires wires() {
        return wires;
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NONE);
        return array;
    }

    private void addLink(int index) {
        Link link = view.links().get(index);
        List<Script.Capacity> changing = changes.getOrDefault(index, List.of());
        Wire wire = link.wire();
        if (Wires.unlimited(wire, !changing.isEmpty())) {
            linkDown[index] = NONE;
            linkUp[index] = NONE;
            return;
        }
        Course.Builder down = new Course.Builder(Wires.perNano(wire.downBytesPerSecond()));
        Course.Builder up = new Course.Builder(Wires.perNano(wire.upBytesPerSecond()));
        for (Script.Capacity change : changing) {
            down.change(change.atNanos(), Wires.perNano(change.downBytesPerSecond()));
            up.change(change.atNanos(), Wires.perNano(change.upBytesPerSecond()));
        }
        if (wire.shared()) {
            linkDown[index] = wires.add(link.name(), index, Part.LINK_SHARED, down.build());
            linkUp[index] = linkDown[index];
        } else {
            linkDown[index] = wires.add(link.name(), index, Part.LINK_DOWN, down.build());
            linkUp[index] = wires.add(link.name(), index, Part.LINK_UP, up.build());
        }
    }

    /** Adds the servers of a host's port, if there are none yet. Required before the port is used. */
    public void addPort(int index) {
        Host host = view.hosts().get(index);
        Wire port = host.port();
        if (port.unlimited() || portUp[index] != NONE) {
            return;
        }
        Course down = courses.steady(Wires.perNano(port.downBytesPerSecond()));
        if (port.shared()) {
            portDown[index] = wires.add(host.name(), index, Part.PORT_SHARED, down);
            portUp[index] = portDown[index];
        } else {
            portDown[index] = wires.add(host.name(), index, Part.PORT_DOWN, down);
            Course up = courses.steady(Wires.perNano(port.upBytesPerSecond()));
            portUp[index] = wires.add(host.name(), index, Part.PORT_UP, up);
        }
    }

    /** The servers between a link and the master. */
    private void trace(int link) {
        List<Integer> up = new ArrayList<>();
        List<Integer> down = new ArrayList<>();
        int at = link;
        addMedium(at, up, down);
        while (routes.next(at) >= 0) {
            int wire = routes.wire(at);
            if (!view.links().get(wire).wire().shared()) {
                up.add(routes.climbs(at) ? linkUp[wire] : linkDown[wire]);
                down.add(routes.climbs(at) ? linkDown[wire] : linkUp[wire]);
            }
            at = routes.next(at);
            addMedium(at, up, down);
        }
        up.add(portDown[master]);
        down.add(portUp[master]);
        Collections.reverse(down);
        toMaster[link] = servers(up);
        fromMaster[link] = servers(down);
    }

    private void addMedium(int link, List<Integer> up, List<Integer> down) {
        if (view.links().get(link).wire().shared()) {
            up.add(linkUp[link]);
            down.add(linkDown[link]);
        }
    }

    private static int[] servers(List<Integer> list) {
        return list.stream()
                .filter(server -> server != NONE)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** @throws IllegalArgumentException when this host cannot reach the master, or a server on the way never works */
    public void check(int host) {
        Host there = view.hosts().get(host);
        if (host == master) {
            return;
        }
        if (!routes.reaches(there.link())) {
            throw new IllegalArgumentException("host " + there.name() + " cannot reach the master on "
                    + view.hosts().get(master).name() + " (expected: a path of links)");
        }
        for (boolean up : new boolean[] {true, false}) {
            for (int server : servers(host, up)) {
                if (wires.course(server).dead()) {
                    throw new IllegalArgumentException("nothing passes " + wires.name(server) + ", between host "
                            + there.name() + " and the master (expected: a capacity above 0)");
                }
            }
        }
    }

    /** The servers that a message between this host and the master passes, in order. */
    public int[] servers(int host, boolean up) {
        if (host == master) {
            return new int[0];
        }
        int link = view.hosts().get(host).link();
        int port = up ? portUp[host] : portDown[host];
        int[] shared = up ? toMaster[link] : fromMaster[link];
        if (port == NONE) {
            return shared;
        }
        int[] all = new int[shared.length + 1];
        System.arraycopy(shared, 0, all, up ? 1 : 0, shared.length);
        all[up ? 0 : shared.length] = port;
        return all;
    }

    /** One-way latency between this host and the master [ns]. */
    public long latencyNanos(int host) {
        return routes.latencyNanos(host);
    }

    /**
     * Records which servers feed each other on the paths of a host. Must be called for all hosts before the first
     * message.
     */
    public void note(int[] up, int[] down) {
        if (before.length < wires.size()) {
            int known = before.length;
            before = Arrays.copyOf(before, Math.max(16, 2 * wires.size()));
            Arrays.fill(before, known, before.length, NOBODY);
        }
        follow(up);
        follow(down);
    }

    private void follow(int[] servers) {
        for (int i = 1; i < servers.length; i++) {
            int server = servers[i];
            int previous = servers[i - 1];
            boolean both = wires.isShared(server);
            before[server] = both || (before[server] != NOBODY && before[server] != previous) ? SEVERAL : previous;
        }
        if (servers.length > 0) {
            before[servers[0]] = SEVERAL;
        }
    }

    /**
     * True if exactly one other server feeds this one. Packets then arrive in the order in which they leave that
     * server, so that their departure is known before they arrive.
     */
    boolean fedByOne(int server) {
        return before[server] >= 0;
    }
}
