package dev.sluice.benchmarks.papers;

import java.util.ArrayList;
import java.util.List;

/**
 * The workstations of AppLeS' Jacobi2D at UCSD and SDSC, and the segments that connect them. The paper names the
 * machines; their speeds are stand-ins in the ratio of the Linpack benchmark (100 × 100), and memories are usual ones.
 *
 * @param hosts in the order in which the compile-time partitioning numbers them
 * @param segments shared media, in any order
 */
record JacobiSite(List<Workstation> hosts, List<Segment> segments) {
    /** Bytes of a cell: a double in the old and one in the new grid. */
    static final int CELL_BYTES = 16;

    /** Bytes of a cell on its way. */
    static final int ELEMENT_BYTES = 8;

    /** The segment between UCSD and SDSC. */
    static final int GATEWAY = 2;

    /** The first host at SDSC. */
    static final int FIRST_ALPHA = 4;

    private static final int SUNS = 0;
    private static final int RS6000S = 1;
    private static final int FDDI = 3;
    private static final int SP2_SWITCH = 4;
    private static final int SP2_ETHERNET = 5;

    /** Operations of a cell, and memory that programs may use of what a host has. */
    private static final double CELL_OPERATIONS = 5;

    private static final double FREE = 0.95;

    /**
     * A host.
     *
     * @param cellSeconds time of a cell on the idle machine [s]
     * @param memoryCells cells that fit in memory
     * @param dedicated whether nobody else uses it
     */
    record Workstation(String name, int segment, double cellSeconds, double memoryCells, boolean dedicated) {
        private static Workstation of(String name, int segment, double megaflops, double megabytes, boolean dedicated) {
            double cells = FREE * megabytes * 1e6 / CELL_BYTES;
            return new Workstation(name, segment, CELL_OPERATIONS / (megaflops * 1e6), cells, dedicated);
        }
    }

    /**
     * A medium.
     *
     * @param bytesPerSecond when nobody else uses it
     * @param dedicated whether nobody else ever does
     */
    record Segment(String name, double bytesPerSecond, boolean dedicated) {}

    /** The eight shared workstations of Figure 5. */
    static JacobiSite workstations() {
        List<Workstation> hosts = new ArrayList<>();
        hosts.add(Workstation.of("sparc2", SUNS, 4, 32, false));
        hosts.add(Workstation.of("sparc10", SUNS, 11, 64, false));
        hosts.add(Workstation.of("rs6000a", RS6000S, 25, 64, false));
        hosts.add(Workstation.of("rs6000b", RS6000S, 25, 64, false));
        for (int i = 1; i <= 4; i++) {
            hosts.add(Workstation.of("alpha" + i, FDDI, 28, 128, false));
        }
        return new JacobiSite(
                List.copyOf(hosts),
                List.of(
                        segment("suns", 10),
                        segment("rs6000s", 10),
                        segment("gateway", 10),
                        segment("fddi", 100),
                        new Segment("switch", Environment.bytes(320), true),
                        segment("sp2 ethernet", 10)));
    }

    /** The same with two dedicated nodes of an SP-2 of 128 MB, on a shared segment at SDSC (Figure 8). */
    static JacobiSite withSp2() {
        JacobiSite shared = workstations();
        List<Workstation> hosts = new ArrayList<>(shared.hosts);
        hosts.add(Workstation.of("sp2a", SP2_SWITCH, 130, 128, true));
        hosts.add(Workstation.of("sp2b", SP2_SWITCH, 130, 128, true));
        return new JacobiSite(List.copyOf(hosts), shared.segments);
    }

    private static Segment segment(String name, double megabits) {
        return new Segment(name, Environment.bytes(megabits), false);
    }

    /** The segments that a border passes from one host to another. */
    int[] path(int from, int to) {
        int one = hosts.get(from).segment();
        int other = hosts.get(to).segment();
        if (one == other) {
            return new int[] {one};
        }
        List<Integer> path = new ArrayList<>(List.of(outside(one), outside(other)));
        if (isUcsd(one) != isUcsd(other)) {
            path.add(GATEWAY);
        }
        return path.stream().mapToInt(each -> each).toArray();
    }

    /** The medium by which a host reaches those on other segments. */
    private static int outside(int segment) {
        return segment == SP2_SWITCH ? SP2_ETHERNET : segment;
    }

    private static boolean isUcsd(int segment) {
        return segment == SUNS || segment == RS6000S;
    }
}
