package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The dissertation's two sites, as defined in lab/network/sites.yaml, and the roles of their hosts. */
final class TwoSites {
    static final String VIEW = "sites.yaml";

    /** The link between the sites. */
    static final String SLOW = "there";

    static final int SITE = 6;

    private static final String MASTER = "m";
    private static final String ADDRESS = "10.99.0.100";
    private static final Wire PORT = Wire.duplex(100e6 / 8);
    private static final Wire BETWEEN = Wire.duplex(10e6 / 8).withLatency(35_000_000);

    /** The assignment of workers to masters. */
    enum Shape {
        /** The master's own site alone. */
        LOCAL(List.of(), false),
        /** Both sites, all workers directly below the master. */
        FLAT(far(1), false),
        /** Both sites, and on one of the far hosts a sub-master for the others there. */
        TREE(far(2), true);

        private final List<String> far;
        private final boolean subMaster;

        Shape(List<String> far, boolean subMaster) {
            this.far = far;
            this.subMaster = subMaster;
        }

        private static List<String> far(int from) {
            return IntStream.rangeClosed(from, SITE).mapToObj(i -> "b" + i).toList();
        }

        String title() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Number of workers and sub-masters directly below the master. */
        int children() {
            return SITE + (subMaster ? 1 : far.size());
        }

        /** Number of workers at both sites. */
        int workers() {
            return SITE + far.size();
        }

        /** The shape in the test network. */
        NetworkRoles network(Path lab) {
            List<String> children = new ArrayList<>(
                    IntStream.rangeClosed(1, SITE).mapToObj(i -> "a" + i).toList());
            if (subMaster) {
                children.add("b1=" + String.join("+", far));
            } else {
                children.addAll(far);
            }
            return new NetworkRoles(lab.resolve(VIEW), MASTER, ADDRESS, children);
        }

        /** The shape in the simulator. */
        World machines() {
            List<Host> hosts = new ArrayList<>(List.of(new Host(MASTER, 0, PORT)));
            IntStream.rangeClosed(1, SITE).forEach(i -> hosts.add(new Host("a" + i, 0, PORT)));
            IntStream.rangeClosed(1, SITE).forEach(i -> hosts.add(new Host("b" + i, 1, PORT)));
            NetworkView view = new NetworkView(
                    "sites", List.of(new Link("here", Wire.UNLIMITED), new Link(SLOW, 0, BETWEEN)), hosts);
            int first = 1 + SITE;
            List<Integer> children = far.stream().map(name -> view.host(name)).toList();
            int[] workers = IntStream.concat(
                            IntStream.rangeClosed(1, SITE), children.stream().mapToInt(each -> each))
                    .toArray();
            World flat = new World(view, 0, workers);
            return subMaster ? flat.withSubMasters(List.of(new World.SubMaster(first, children))) : flat;
        }
    }

    private TwoSites() {}
}
