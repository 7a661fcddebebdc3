package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.balance.StripBalance;
import dev.sluice.benchmarks.balance.StripGrid;
import dev.sluice.benchmarks.balance.StripHost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A grid divided among hosts. */
record JacobiPartition(List<Part> parts) {
    /** A disk of that time reads and writes 3 MB/s in pages. */
    private static final double PAGED_CELL_SECONDS = 2 * JacobiSite.CELL_BYTES / 3e6;

    /**
     * The strip that one host computes.
     *
     * @param borders elements that it sends to other parts in each iteration; as many come back
     */
    record Part(int host, double cells, List<Border> borders) {}

    /** @param part index of the neighbour */
    record Border(int part, int elements) {}

    /** Compile-time blocked: equal rectangles in two columns, whatever the hosts are. */
    static JacobiPartition blocked(int side, int[] hosts) {
        int across = 2;
        int down = hosts.length / across;
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < hosts.length; i++) {
            int row = i / across;
            List<Border> borders = new ArrayList<>();
            borders.add(new Border(i % across == 0 ? i + 1 : i - 1, side / down));
            if (row > 0) {
                borders.add(new Border(i - across, side / across));
            }
            if (row < down - 1) {
                borders.add(new Border(i + across, side / across));
            }
            parts.add(new Part(hosts[i], (double) side * side / hosts.length, borders));
        }
        return new JacobiPartition(parts);
    }

    /** Half of the grid on each of two hosts, whether it fits or not. */
    static JacobiPartition halves(int side, int one, int other) {
        double half = (double) side * side / 2;
        return new JacobiPartition(List.of(
                new Part(one, half, List.of(new Border(1, side))),
                new Part(other, half, List.of(new Border(0, side)))));
    }

    /** Strips of a balance. */
    static JacobiPartition of(int side, StripBalance balance) {
        List<StripBalance.Strip> strips = balance.strips();
        return new JacobiPartition(IntStream.range(0, strips.size())
                .mapToObj(i -> new Part(
                        strips.get(i).host(),
                        (double) strips.get(i).rows() * side,
                        IntStream.of(i - 1, i + 1)
                                .filter(j -> j >= 0 && j < strips.size())
                                .mapToObj(j -> new Border(j, side))
                                .toList()))
                .toList());
    }

    /** The grid as AppLeS sees it, with forecasts or with the estimates of a good user. */
    static StripGrid grid(int side, JacobiSite site, JacobiWeather weather, boolean forecast) {
        List<StripHost> hosts = new ArrayList<>();
        for (int i = 0; i < site.hosts().size(); i++) {
            JacobiSite.Workstation host = site.hosts().get(i);
            hosts.add(new StripHost(host.name(), weather.expectedCellSeconds(i, forecast), host.memoryCells()));
        }
        double[][] elements = new double[hosts.size()][hosts.size()];
        for (int i = 0; i < hosts.size(); i++) {
            for (int j = 0; j < hosts.size(); j++) {
                elements[i][j] = JacobiSite.ELEMENT_BYTES / weather.expectedBytesPerSecond(i, j, forecast);
            }
        }
        return new StripGrid(side, side, hosts, (from, to) -> elements[from][to]);
    }

    /** Strips on all hosts, none left out; nothing if they cannot end together. */
    static Optional<StripBalance> all(StripGrid grid) {
        return StripBalance.of(grid, StripBalance.chain(grid));
    }

    /** True if a host with this index or a higher one has a part, and one with a lower index too. */
    boolean spans(int host) {
        return parts.stream().anyMatch(part -> part.host() < host)
                && parts.stream().anyMatch(part -> part.host() >= host);
    }

    /**
     * Mean time of an iteration as it would be [s]. Two neighbours exchange their border when both have computed and
     * neither is at another exchange; a segment carries one border after the other. Cells beyond the memory are read
     * from disk.
     */
    double seconds(JacobiSite site, JacobiWeather weather, int iterations) {
        List<Exchange> exchanges = exchanges();
        double[] ready = new double[parts.size()];
        double[] free = new double[site.segments().size()];
        for (int iteration = 0; iteration < iterations; iteration++) {
            for (int i = 0; i < ready.length; i++) {
                Part part = parts.get(i);
                double outside =
                        Math.max(0, part.cells - site.hosts().get(part.host).memoryCells());
                double cell = weather.cellSeconds(part.host, ready[i]);
                ready[i] += part.cells * cell + outside * PAGED_CELL_SECONDS;
            }
            double[] computed = ready.clone();
            exchanges.sort(Comparator.comparingDouble(each -> Math.max(computed[each.one], computed[each.other])));
            for (Exchange each : exchanges) {
                int[] path = site.path(parts.get(each.one).host, parts.get(each.other).host);
                double from = Math.max(ready[each.one], ready[each.other]);
                for (int segment : path) {
                    from = Math.max(from, free[segment]);
                }
                double to = from;
                for (int segment : path) {
                    free[segment] = from + each.bytes / weather.bytesPerSecond(segment, from);
                    to = Math.max(to, free[segment]);
                }
                ready[each.one] = to;
                ready[each.other] = to;
            }
        }
        return Arrays.stream(ready).max().orElseThrow() / iterations;
    }

    /**
     * A border, seen from both sides.
     *
     * @param bytes in both directions
     */
    private record Exchange(int one, int other, double bytes) {}

    private List<Exchange> exchanges() {
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            for (Border border : parts.get(i).borders) {
                if (i < border.part) {
                    exchanges.add(new Exchange(i, border.part, 2.0 * border.elements * JacobiSite.ELEMENT_BYTES));
                }
            }
        }
        return exchanges;
    }
}
