package dev.sluice.benchmarks.balance;

import java.util.List;

/**
 * A grid that is iterated on in strips of rows, one for each host. After each iteration, neighbours exchange the row at
 * their common border.
 *
 * @param rows of the grid, at least 1
 * @param columns cells of a row, at least 1
 * @param hosts the hosts to choose from
 * @param elements times of the cells of a border
 */
public record StripGrid(int rows, int columns, List<StripHost> hosts, ElementTimes elements) {
    /** The time of one cell on its way from one host to another, by their indices; infinite where no way is [s]. */
    @FunctionalInterface
    public interface ElementTimes {
        /** Seconds for a cell, as forecast. */
        double seconds(int from, int to);
    }

    public StripGrid {
        hosts = List.copyOf(hosts);
        if (rows < 1 || columns < 1) {
            throw new IllegalArgumentException(
                    rows + " rows of " + columns + " cells (expected: at least one of each)");
        }
    }

    /** CE(i,j) + CE(j,i): time of two neighbours to exchange one cell each [s]. */
    double exchange(int one, int other) {
        return elements.seconds(one, other) + elements.seconds(other, one);
    }

    /** D(i,j), the distance, for a grid of this size: near hosts compute alike and exchange quickly. */
    double distance(int one, int other) {
        double compute =
                Math.abs(hosts.get(one).cellSeconds() - hosts.get(other).cellSeconds());
        return (double) rows * columns * compute + columns * exchange(one, other);
    }
}
