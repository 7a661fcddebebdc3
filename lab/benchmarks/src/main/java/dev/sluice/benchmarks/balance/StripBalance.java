package dev.sluice.benchmarks.balance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Strips of a grid whose hosts all end an iteration at the same time: T_i = A_i·P_i + C_i (Berman, Wolski et al. 1996,
 * equation 1). A strip that would not fit into the memory of its host is cut to it, and the others take the rest, so
 * that these hosts end earlier. A strip of less than half a row makes a set of hosts infeasible. Immutable.
 */
public final class StripBalance {
    private final List<Strip> strips;
    private final double seconds;

    private StripBalance(List<Strip> strips, double seconds) {
        this.strips = List.copyOf(strips);
        this.seconds = seconds;
    }

    /**
     * Adjoining rows of one host.
     *
     * @param host its index
     */
    public record Strip(int host, int rows) {}

    /**
     * Balances these hosts, each of which gets a strip.
     *
     * @param order indices of hosts, from the first row of the grid to the last
     * @return nothing if the set is infeasible: a host would have to compute less than nothing to end with the others,
     *     or their memory is too small together
     */
    public static Optional<StripBalance> of(StripGrid grid, int... order) {
        double[] exchanges = exchanges(grid, order);
        double[] areas = areas(grid, order, exchanges);
        if (areas.length == 0) {
            return Optional.empty();
        }
        int[] rows = rows(grid, order, areas);
        List<Strip> strips = new ArrayList<>();
        double seconds = 0;
        for (int i = 0; i < order.length; i++) {
            if (rows[i] < 1) {
                return Optional.empty();
            }
            strips.add(new Strip(order[i], rows[i]));
            double compute =
                    (double) rows[i] * grid.columns() * host(grid, order[i]).cellSeconds();
            seconds = Math.max(seconds, compute + exchanges[i]);
        }
        return Optional.of(new StripBalance(strips, seconds));
    }

    /**
     * Selects hosts: balances the nearest ones to the fastest host, from it alone to all, and keeps the set with the
     * least time (Figures 3 and 4 of the paper). O(hosts²).
     *
     * @return nothing if every set is infeasible
     */
    public static Optional<StripBalance> best(StripGrid grid) {
        int[] chain = chain(grid);
        return IntStream.rangeClosed(1, chain.length)
                .mapToObj(count -> of(grid, Arrays.copyOf(chain, count)))
                .flatMap(Optional::stream)
                .min(Comparator.comparingDouble(StripBalance::seconds));
    }

    /** All hosts, from the fastest one on; each is followed by the nearest of those that are left. */
    public static int[] chain(StripGrid grid) {
        int count = grid.hosts().size();
        List<Integer> left = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        int[] chain = new int[count];
        for (int i = 0; i < count; i++) {
            int tail = i == 0 ? -1 : chain[i - 1];
            Integer next = left.stream()
                    .min(Comparator.comparingDouble(
                            host -> tail < 0 ? host(grid, host).cellSeconds() : grid.distance(tail, host)))
                    .orElseThrow();
            chain[i] = next;
            left.remove(next);
        }
        return chain;
    }

    /** The strips, from the first row of the grid on. */
    public List<Strip> strips() {
        return strips;
    }

    /** Expected time of an iteration [s]. */
    public double seconds() {
        return seconds;
    }

    /** C_i: time of a host to exchange its borders with one or two neighbours [s]. */
    private static double[] exchanges(StripGrid grid, int[] order) {
        double[] exchanges = new double[order.length];
        for (int i = 1; i < order.length; i++) {
            double border = grid.columns() * grid.exchange(order[i - 1], order[i]);
            exchanges[i - 1] += border;
            exchanges[i] += border;
        }
        return exchanges;
    }

    /** A_i [cells]; empty if the set is infeasible. */
    private static double[] areas(StripGrid grid, int[] order, double[] exchanges) {
        double[] areas = new double[order.length];
        boolean[] full = new boolean[order.length];
        double left = (double) grid.rows() * grid.columns();
        while (true) {
            double time = balancedSeconds(grid, order, exchanges, full, left);
            boolean cut = false;
            for (int i = 0; i < order.length; i++) {
                if (!full[i]) {
                    StripHost host = host(grid, order[i]);
                    areas[i] = (time - exchanges[i]) / host.cellSeconds();
                    if (!(areas[i] > 0)) {
                        return new double[0];
                    }
                    cut |= areas[i] > host.memoryCells();
                }
            }
            if (!cut) {
                return Double.isFinite(time) ? areas : new double[0];
            }
            for (int i = 0; i < order.length; i++) {
                double room = host(grid, order[i]).memoryCells();
                if (!full[i] && areas[i] > room) {
                    full[i] = true;
                    areas[i] = room;
                    left -= room;
                }
            }
        }
    }

    /** T of the hosts that have room: (cells + Σ C_i/P_i) / Σ 1/P_i; not a number without any [s]. */
    private static double balancedSeconds(
            StripGrid grid, int[] order, double[] exchanges, boolean[] full, double cells) {
        double sum = cells;
        double speed = 0;
        for (int i = 0; i < order.length; i++) {
            if (!full[i]) {
                double rate = 1 / host(grid, order[i]).cellSeconds();
                sum += exchanges[i] * rate;
                speed += rate;
            }
        }
        return sum / speed;
    }

    /** Whole rows: rounded down, and the rest to the largest remainders among those with room; zeros without room. */
    private static int[] rows(StripGrid grid, int[] order, double[] areas) {
        int[] rows = new int[order.length];
        int left = grid.rows();
        for (int i = 0; i < order.length; i++) {
            rows[i] = (int) (areas[i] / grid.columns());
            left -= rows[i];
        }
        int[] byRemainder = IntStream.range(0, order.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> rows[i] - areas[i] / grid.columns()))
                .mapToInt(Integer::intValue)
                .toArray();
        int before = left + 1;
        while (left > 0 && left < before) {
            before = left;
            for (int i : byRemainder) {
                if (left > 0
                        && (rows[i] + 1.0) * grid.columns()
                                <= host(grid, order[i]).memoryCells()) {
                    rows[i]++;
                    left--;
                }
            }
        }
        return left == 0 ? rows : new int[order.length];
    }

    private static StripHost host(StripGrid grid, int index) {
        return grid.hosts().get(index);
    }
}
