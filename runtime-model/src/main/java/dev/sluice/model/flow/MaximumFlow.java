package dev.sluice.model.flow;

import java.util.Arrays;

/**
 * Maximum flow over directed arcs by levels (Dinic's algorithm), without recursion. Flow can be added in steps and from
 * different nodes. O(nodes²·arcs) in the worst case per step. Each round of levels saturates at least one arc exactly,
 * so that the algorithm also ends for non-integer capacities.
 */
final class MaximumFlow {
    private final int[] first;
    private int[] next = new int[64];
    private int[] to = new int[64];
    private double[] residual = new double[64];
    private int arcs;

    private final int[] level;
    private final int[] at;
    private final int[] queue;
    private final int[] path;

    MaximumFlow(int nodes) {
        first = new int[nodes];
        level = new int[nodes];
        at = new int[nodes];
        queue = new int[nodes];
        path = new int[nodes];
        Arrays.fill(first, -1);
    }

    /** Adds an arc and returns its index. The next index is the reverse arc. */
    int arc(int from, int into, double capacity) {
        if (arcs + 2 > to.length) {
            next = Arrays.copyOf(next, 2 * arcs);
            to = Arrays.copyOf(to, 2 * arcs);
            residual = Arrays.copyOf(residual, 2 * arcs);
        }
        half(from, into, capacity);
        half(into, from, 0);
        return arcs - 2;
    }

    private void half(int from, int into, double capacity) {
        to[arcs] = into;
        residual[arcs] = capacity;
        next[arcs] = first[from];
        first[from] = arcs++;
    }

    /** Free capacity of an arc. */
    double free(int arc) {
        return residual[arc];
    }

    /** Flow through an arc. */
    double flow(int arc) {
        return residual[arc + 1];
    }

    /** The node at the end of an arc. */
    int end(int arc) {
        return to[arc];
    }

    /** The free capacities of all arcs, for {@link #restore}. */
    double[] state() {
        return Arrays.copyOf(residual, arcs);
    }

    void restore(double[] state) {
        System.arraycopy(state, 0, residual, 0, arcs);
    }

    void close(int arc) {
        residual[arc] = 0;
    }

    /** Sends as much as possible, at most {@code limit}, which must be finite. Returns the amount sent. */
    double send(int from, int into, double limit) {
        double sent = 0;
        while (sent < limit && rank(from, into)) {
            System.arraycopy(first, 0, at, 0, first.length);
            for (double more = advance(from, into, limit - sent); more > 0; more = advance(from, into, limit - sent)) {
                sent += more;
            }
        }
        return sent;
    }

    /** Computes levels by distance from the source. */
    private boolean rank(int from, int into) {
        Arrays.fill(level, -1);
        level[from] = 0;
        queue[0] = from;
        int last = 1;
        for (int i = 0; i < last && level[into] < 0; i++) {
            for (int arc = first[queue[i]]; arc >= 0; arc = next[arc]) {
                if (residual[arc] > 0 && level[to[arc]] < 0) {
                    level[to[arc]] = level[queue[i]] + 1;
                    queue[last++] = to[arc];
                }
            }
        }
        return level[into] >= 0;
    }

    /** Sends flow along one path of ascending levels. Returns the amount, 0 if no path is left. */
    private double advance(int from, int into, double limit) {
        int length = 0;
        for (int node = from; node != into && limit > 0; ) {
            int arc = at[node];
            if (arc < 0) {
                if (length == 0) {
                    return 0;
                }
                level[node] = -1;
                node = to[path[--length] ^ 1];
                at[node] = next[at[node]];
            } else if (residual[arc] > 0 && level[to[arc]] == level[node] + 1) {
                path[length++] = arc;
                node = to[arc];
            } else {
                at[node] = next[arc];
            }
        }
        double amount = limit;
        for (int i = 0; i < length; i++) {
            amount = Math.min(amount, residual[path[i]]);
        }
        for (int i = 0; i < length; i++) {
            residual[path[i]] -= amount;
            residual[path[i] ^ 1] += amount;
        }
        return amount;
    }

    /** Per node: true if more flow could pass from it to {@code into}. Rounding residues do not count as free. */
    boolean[] reaching(int into) {
        boolean[] reaches = new boolean[first.length];
        reaches[into] = true;
        queue[0] = into;
        int last = 1;
        for (int i = 0; i < last; i++) {
            for (int arc = first[queue[i]]; arc >= 0; arc = next[arc]) {
                if (residual[arc ^ 1] > FlowLimits.ROUNDING * residual[arc] && !reaches[to[arc]]) {
                    reaches[to[arc]] = true;
                    queue[last++] = to[arc];
                }
            }
        }
        return reaches;
    }
}
