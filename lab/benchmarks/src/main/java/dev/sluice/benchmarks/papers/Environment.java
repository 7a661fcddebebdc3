package dev.sluice.benchmarks.papers;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The machines of the papers, as far as they can be read: what is lost is a stand-in, listed in lab/docs/papers. Speeds
 * are relative to a host of the fast cluster; a host has one slot. Ports are full duplex.
 *
 * @param name as the papers' pages call it
 * @param view all hosts
 * @param master index of the master's host, which does not compute
 */
record Environment(String name, NetworkView view, int master) {
    private static final Wire FAST_ETHERNET = port(100, 100_000);
    private static final Wire ETHERNET = port(10, 200_000);

    /** "The same rate, somewhat less delivered." */
    private static final Wire SLOW_CLUSTER = port(80, 100_000);

    private static final double SLOW_SPEED = 0.25;
    private static final double LOADED = 0.5;
    private static final int LOADED_EVERY = 4;
    private static final long WAN_NANOS = 35_000_000;
    private static final double WAN_MEGABITS = 10;

    /**
     * The hosts of the placement paper's Table 4. The paper gives processors and ports; speeds are SPECint95 of these
     * processors over 20, about that of the fast cluster's Pentium III.
     */
    private static final List<Host> TABLE_4 = List.of(
            host("azulejo", FAST_ETHERNET, 0.41),
            host("kingkong", FAST_ETHERNET, 0.70),
            host("kongo", FAST_ETHERNET, 0.32),
            host("lorax", FAST_ETHERNET, 0.08),
            host("magie", ETHERNET, 0.41),
            host("saltimbanco", ETHERNET, 0.79),
            host("sojourner", ETHERNET, 0.54),
            host("tandem", FAST_ETHERNET, 0.60),
            host("thing1", FAST_ETHERNET, 0.39));

    /** The host of {@link #mixed} with the least speed and port. */
    static final String SLOWEST = "conundrum";

    /** The cluster of UCSD: alike hosts on a switch of 100 Mbit/s, without load; its master is one host more. */
    static Environment fast(int workers) {
        List<Host> hosts = new ArrayList<>(List.of(host("master", FAST_ETHERNET, 1)));
        for (int i = 1; i <= workers; i++) {
            hosts.add(host("fast" + i, FAST_ETHERNET, 1));
        }
        return lan("fast", hosts, 0);
    }

    /** The cluster of UTK: a quarter of the speed, and jobs of others on every fourth host all the time. */
    static Environment slow(int workers) {
        List<Host> hosts = new ArrayList<>(List.of(host("master", SLOW_CLUSTER, SLOW_SPEED)));
        for (int i = 1; i <= workers; i++) {
            hosts.add(slow("slow" + i, 0, i));
        }
        return lan("slow", hosts, 0);
    }

    private static Host slow(String name, int link, int number) {
        Host host = host(name, SLOW_CLUSTER, SLOW_SPEED).at(link, SLOW_CLUSTER);
        return number % LOADED_EVERY == 0 ? host.believed(SLOW_SPEED, LOADED) : host;
    }

    /** The nine hosts of Table 4; the master is one of them. */
    static Environment table4(String master) {
        NetworkView view = lan("table4", TABLE_4, 0).view();
        return new Environment("table4", view, view.host(master));
    }

    /**
     * The ten hosts of the dissertation: those of Table 4 and one that is both the slowest and on 10 Mbit/s. In the
     * dissertation sojourner is on 100 Mbit/s and thing1 on 10.
     */
    static Environment mixed(String master) {
        List<Host> hosts = new ArrayList<>();
        for (Host each : TABLE_4) {
            Wire port = each.name().equals("sojourner")
                    ? FAST_ETHERNET
                    : each.name().equals("thing1") ? ETHERNET : each.port();
            hosts.add(each.at(0, port));
        }
        hosts.add(host(SLOWEST, ETHERNET, 0.04));
        NetworkView view = lan("mixed", hosts, 0).view();
        return new Environment("mixed", view, view.host(master));
    }

    /**
     * Half of the workers on the fast cluster and half on the slow one, taken in turn, with a wide area of 10 Mbit/s
     * and 35 ms between them.
     *
     * @param masterOnFast which side has the master
     */
    static Environment wan(int workers, boolean masterOnFast) {
        Wire wide = Wire.duplex(bytes(WAN_MEGABITS)).withLatency(WAN_NANOS);
        List<Link> links = List.of(new Link("fast", Wire.UNLIMITED), new Link("slow", 0, wide));
        List<Host> hosts = new ArrayList<>();
        hosts.add(
                masterOnFast
                        ? host("master", FAST_ETHERNET, 1)
                        : host("master", SLOW_CLUSTER, SLOW_SPEED).at(1, SLOW_CLUSTER));
        for (int i = 1; i <= workers; i++) {
            hosts.add(i % 2 == 1 ? host("fast" + i, FAST_ETHERNET, 1) : slow("slow" + i, 1, i / 2));
        }
        return new Environment(
                masterOnFast ? "wan, master fast" : "wan, master slow", new NetworkView("wan", links, hosts), 0);
    }

    /** A network in which every host is on one switch. */
    private static Environment lan(String name, List<Host> hosts, int master) {
        return new Environment(name, new NetworkView(name, List.of(new Link("switch", Wire.UNLIMITED)), hosts), master);
    }

    /** The same network with another master. */
    Environment withMaster(int host) {
        return new Environment(name, view, host);
    }

    /** A run with a worker on every host but the master's. */
    World machines() {
        return World.all(view, master);
    }

    /** A run with the first so many hosts other than the master's. */
    World machines(int workers) {
        int[] chosen = IntStream.range(0, view.hosts().size())
                .filter(host -> host != master)
                .limit(workers)
                .toArray();
        return new World(view, master, chosen);
    }

    private static Host host(String name, Wire port, double speed) {
        return new Host(name, 0, port).withSlots(1, speed);
    }

    private static Wire port(double megabits, long latencyNanos) {
        return Wire.duplex(bytes(megabits)).withLatency(latencyNanos);
    }

    /** Bytes per second of a rate in Mbit/s. */
    static double bytes(double megabits) {
        return megabits * 1e6 / 8;
    }
}
