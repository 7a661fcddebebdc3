package dev.sluice.model.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Weighted max-min fairness with lower and upper bounds, by progressive filling: all shares grow in proportion to their
 * weights until each meets its upper bound or nothing is left. No share can grow without reducing one that is smaller
 * for its weight. Source: D. Bertsekas and R. Gallager, "Data Networks", 2nd ed., section 6.5.2.
 */
final class FairShares {
    /**
     * The weight of a run, and the bounds of its share.
     *
     * @param low guaranteed slots, if the pool has them
     * @param high slots that the run can use, at least {@code low}
     */
    record Bounds(double weight, int priority, int low, int high) {}

    private FairShares() {}

    /**
     * Divides slots. Guaranteed slots come first, from the highest priority to the lowest; they leave the reserve to
     * other runs. Each priority then gets what it can use, except that all lower ones together keep their guaranteed
     * slots and the reserve, or half of what is left if that is less. Every run that can use a slot has a share above
     * 0. O(runs·log runs + runs·priorities)
     *
     * @param reserve slots for lower priorities, and for runs without guaranteed slots
     * @return the share of each run; their sum is all slots or all that runs can use
     */
    static double[] of(List<Bounds> runs, double slots, double reserve) {
        List<int[]> levels = levels(runs);
        double beyond = runs.stream().mapToDouble(run -> run.high() - run.low()).sum();
        double[] low = new double[runs.size()];
        double left = slots - Math.min(reserve, beyond);
        for (int[] level : levels) {
            left -= fill(runs, level, low, false, left);
        }
        double[] shares = low.clone();
        double lowBelow = Arrays.stream(low).sum();
        double highBelow = runs.stream().mapToDouble(Bounds::high).sum();
        left = slots;
        for (int[] level : levels) {
            for (int run : level) {
                lowBelow -= low[run];
                highBelow -= runs.get(run).high();
            }
            double guaranteed =
                    Arrays.stream(level).mapToDouble(run -> low[run]).sum();
            double open = Math.max(0, left - guaranteed - lowBelow);
            double reserved = Math.min(Math.max(0, highBelow - lowBelow), Math.min(reserve, open / 2));
            left -= fill(runs, level, shares, true, guaranteed + open - reserved);
        }
        return shares;
    }

    /** Indices of runs by descending priority. */
    private static List<int[]> levels(List<Bounds> runs) {
        int[] priorities =
                runs.stream().mapToInt(Bounds::priority).distinct().sorted().toArray();
        List<int[]> levels = new ArrayList<>();
        for (int p = priorities.length - 1; p >= 0; p--) {
            int priority = priorities[p];
            levels.add(IntStream.range(0, runs.size())
                    .filter(run -> runs.get(run).priority() == priority)
                    .toArray());
        }
        return levels;
    }

    /**
     * Fills the shares of these runs: to their upper bounds from their present shares, or to their lower bounds from 0.
     *
     * @param slots what the runs get together, at least the sum of their present shares
     * @return the sum of their shares
     */
    private static double fill(List<Bounds> all, int[] runs, double[] shares, boolean toHigh, double slots) {
        int n = runs.length;
        double[] from = new double[n];
        double[] to = new double[n];
        double sum = 0;
        List<double[]> bends = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Bounds run = all.get(runs[i]);
            from[i] = shares[runs[i]];
            to[i] = toHigh ? run.high() : run.low();
            sum += from[i];
            bends.add(new double[] {from[i] / run.weight(), run.weight()});
            bends.add(new double[] {to[i] / run.weight(), -run.weight()});
        }
        double level = level(bends, slots - sum);
        double filled = 0;
        for (int i = 0; i < n; i++) {
            double share =
                    Math.max(from[i], Math.min(to[i], level * all.get(runs[i]).weight()));
            shares[runs[i]] = share;
            filled += share;
        }
        return filled;
    }

    /**
     * The level of share per weight at which the growth of all shares is this amount; infinite if they cannot take it.
     *
     * @param bends levels at which a share begins (positive weight) or ends (negative weight) to grow
     */
    private static double level(List<double[]> bends, double amount) {
        bends.sort(Comparator.comparingDouble(bend -> bend[0]));
        double left = amount;
        double weight = 0;
        double level = 0;
        for (double[] bend : bends) {
            double grown = weight * (bend[0] - level);
            if (grown > left && weight > 0) {
                return level + Math.max(0, left) / weight;
            }
            left -= grown;
            level = bend[0];
            weight += bend[1];
        }
        return Double.POSITIVE_INFINITY;
    }

    /**
     * Gives slots that are left beyond all knees to the runs whose rates still grow, always to the one whose next slot
     * is the most efficient. O((runs + pieces of curves)·log runs)
     *
     * @param shares whole numbers; increased here
     * @param high slots that each run may have
     * @param left slots left
     */
    static void addByGain(double[] shares, List<GainCurve> curves, int[] high, int left) {
        PriorityQueue<Next> queue = new PriorityQueue<>(
                Comparator.comparingDouble(Next::efficiency).reversed().thenComparingInt(Next::run));
        for (int run = 0; run < shares.length; run++) {
            offer(queue, run, shares, curves, high);
        }
        int rest = left;
        while (rest > 0 && !queue.isEmpty()) {
            int run = queue.remove().run();
            int now = (int) shares[run];
            int more = Math.min(rest, Math.min(high[run], curves.get(run).endOfPiece(now)) - now);
            shares[run] += more;
            rest -= more;
            offer(queue, run, shares, curves, high);
        }
    }

    private static void offer(PriorityQueue<Next> queue, int run, double[] shares, List<GainCurve> curves, int[] high) {
        double efficiency = curves.get(run).efficiency((int) shares[run]);
        if (shares[run] < high[run] && efficiency > 0) {
            queue.add(new Next(run, efficiency));
        }
    }

    /** The next slot of a run, and its gain relative to the first one's. */
    private record Next(int run, double efficiency) {}
}
