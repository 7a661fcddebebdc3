package dev.sluice.model.flow;

import dev.sluice.model.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Network views for tests. */
final class Views {
    /**
     * One byte per unit in each direction, and one second of each processor: capacities equal the numbers in the views.
     */
    static final UnitCosts PLAIN = new UnitCosts(1, 1, 1, 1, 0);

    private Views() {}

    /** The paper's Figure 1; its Net3 has room for 50 units there and back. */
    static NetworkView paper() {
        return new NetworkView(
                "paper",
                List.of(
                        new Link("Net3", Wire.shared(100)),
                        new Link("Net1", 0, Wire.UNLIMITED),
                        new Link("Net2", 0, Wire.UNLIMITED)),
                List.of(host("A", 1, 80, 200), host("B", 1, 60, 150), host("C", 2, 50, 60), host("D", 2, 10, 90)));
    }

    /** A host with one slot of this rate that accepts results at that rate. */
    static Host host(String name, int link, double worker, double master) {
        return new Host(name, link, Wire.UNLIMITED, 1, worker, master, 1, "", Amounts.NONE);
    }

    /** The same with this port. */
    static Host host(String name, int link, double worker, double master, Wire port) {
        return new Host(name, link, port, 1, worker, master, 1, "", Amounts.NONE);
    }

    /** A random tree of any shape, from chains to stars; capacities have few different sizes. */
    static NetworkView tree(RandomGenerator random, int mostLinks, int mostHosts) {
        int count = random.nextInt(1, mostLinks + 1);
        int reach = random.nextInt(1, count + 1);
        List<Link> links = new ArrayList<>();
        links.add(new Link("l0", random.nextBoolean() ? Wire.UNLIMITED : wire(random)));
        for (int l = 1; l < count; l++) {
            links.add(new Link("l" + l, random.nextInt(Math.max(0, l - reach), l), wire(random)));
        }
        return new NetworkView("tree", links, hosts(random, count, mostHosts));
    }

    /** A random graph of links with one or more earlier links as parents, sometimes unconnected. */
    static NetworkView graph(RandomGenerator random, int mostLinks, int mostHosts) {
        int count = random.nextInt(1, mostLinks + 1);
        List<Link> links = new ArrayList<>();
        for (int l = 0; l < count; l++) {
            List<Integer> parents = new ArrayList<>();
            for (int parent = 0; parent < l; parent++) {
                if (random.nextInt(l) < 2) {
                    parents.add(parent);
                }
            }
            links.add(new Link("l" + l, parents, wire(random)));
        }
        return new NetworkView("graph", links, hosts(random, count, mostHosts));
    }

    private static List<Host> hosts(RandomGenerator random, int links, int most) {
        List<Host> hosts = new ArrayList<>();
        for (int h = 0, count = random.nextInt(1, most + 1); h < count; h++) {
            double speed = random.nextInt(4) == 0 ? random.nextDouble(1, 20) : random.nextInt(1, 5);
            Wire port = random.nextInt(3) == 0 ? wire(random) : Wire.UNLIMITED;
            int slots = random.nextInt(1, 4);
            double availability = random.nextInt(3) == 0 ? random.nextDouble() : 1;
            double master = random.nextBoolean() ? random.nextDouble(1, 100) : 1000;
            hosts.add(new Host(
                    "h" + h, random.nextInt(links), port, slots, speed, master, availability, "", Amounts.NONE));
        }
        return hosts;
    }

    private static Wire wire(RandomGenerator random) {
        double down = random.nextBoolean() ? random.nextInt(1, 40) : random.nextDouble(0.1, 200);
        return switch (random.nextInt(6)) {
            case 0 -> Wire.UNLIMITED;
            case 1, 2 -> Wire.shared(down);
            case 3 -> new Wire(down, random.nextDouble(0.1, 100), false, 0, 0);
            case 4 -> random.nextInt(5) == 0 ? Wire.duplex(0) : Wire.duplex(down);
            default -> Wire.duplex(down);
        };
    }

    /** Random costs of all kinds, some of them 0. */
    static UnitCosts costs(RandomGenerator random) {
        return new UnitCosts(
                random.nextDouble(0.1, 2),
                random.nextInt(4) == 0 ? 0 : random.nextDouble(0.1, 2),
                random.nextInt(4) == 0 ? 0 : random.nextDouble(0.1, 3),
                random.nextInt(4) == 0 ? 0 : random.nextDouble(0.1, 3),
                0);
    }
}
