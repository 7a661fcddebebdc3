package dev.sluice.model.topology;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Draws networks of 2 to 4 sites with 4 to 12 hosts, rates of 2 to 200 Mbit/s and latencies of up to 40 ms. */
final class DrawnNetwork {
    private static final double MBIT = 125_000;

    private DrawnNetwork() {}

    /** @param vantage bandwidth of the port of the first host; 0 to draw it like the others [Mbit/s] */
    static NetworkView of(RandomGenerator chance, double vantage) {
        int count = chance.nextInt(4, 13);
        int sites = chance.nextInt(2, Math.min(4, count - 1) + 1);
        int[] homes = new int[count];
        for (int host = 0; host < count; host++) {
            homes[host] = host < sites ? host : chance.nextInt(sites);
        }
        List<Link> links = new ArrayList<>();
        boolean half = chance.nextInt(6) == 0;
        links.add(new Link("s0", half ? Wire.shared(between(chance, 20, 200)) : Wire.UNLIMITED));
        for (int site = 1; site < sites; site++) {
            int parent = site > 1 && chance.nextInt(5) == 0 ? site - 1 : 0;
            boolean shared = chance.nextInt(4) == 0;
            double up = between(chance, 2, 200);
            double down = shared || chance.nextInt(3) > 0 ? up : between(chance, 2, 200);
            long latency =
                    chance.nextInt(4) == 0 ? 0 : Math.round(Math.exp(chance.nextDouble(Math.log(2e5), Math.log(4e7))));
            links.add(new Link("s" + site, parent, new Wire(down, up, shared, latency, 0)));
        }
        List<Host> hosts = new ArrayList<>();
        for (int host = 0; host < count; host++) {
            double drawn = port(chance);
            double up = host == 0 && vantage > 0 ? vantage * MBIT : drawn;
            double down = host > 0 && chance.nextInt(5) == 0 ? port(chance) : up;
            Wire port = links.get(homes[host]).wire().shared() ? Wire.UNLIMITED : new Wire(down, up, false, 0, 0);
            hosts.add(new Host((char) ('a' + homes[host]) + "" + host, homes[host], port));
        }
        return new NetworkView("drawn", links, hosts);
    }

    private static double port(RandomGenerator chance) {
        return switch (chance.nextInt(5)) {
            case 0 -> between(chance, 8, 200);
            case 1 -> 200 * MBIT;
            default -> 100 * MBIT;
        };
    }

    private static double between(RandomGenerator chance, double least, double most) {
        return Math.exp(chance.nextDouble(Math.log(least), Math.log(most))) * MBIT;
    }
}
