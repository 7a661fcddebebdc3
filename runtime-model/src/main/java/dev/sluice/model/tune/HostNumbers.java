package dev.sluice.model.tune;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/**
 * The numbers of hosts that one model of a cycle recommends. Immutable.
 *
 * @param best the number with the shortest cycle; the smallest of several
 * @param fewest the smallest number whose cycle is not much longer
 */
record HostNumbers(int best, int fewest) {
    /** A smaller number may take this part longer than the best one. */
    private static final double SPARED = 0.01;

    /** Up to so many hosts a search asks the model about every number. */
    private static final int ALL = 64;

    /** Numbers in equal ratios, from one host to all, with which a search among more hosts begins. */
    private static final int STEPS = 24;

    /**
     * Takes the answer of a model that knows its best number and is cheap to ask.
     *
     * @param seconds time of a cycle by the number of hosts [s]
     */
    static HostNumbers known(int best, IntToDoubleFunction seconds) {
        double longest = (1 + SPARED) * seconds.applyAsDouble(best);
        int fewest = 1;
        while (fewest < best && seconds.applyAsDouble(fewest) > longest) {
            fewest++;
        }
        return new HostNumbers(best, fewest);
    }

    /**
     * Searches the answer of a model that takes long to ask. Among at most {@value #ALL} hosts the search asks about
     * every number. Among more hosts it asks about fewer than {@value #ALL} numbers, and both answers are within a
     * percent of the right ones where the time falls up to the best number and rises beyond it.
     *
     * @param seconds time of a cycle by the number of hosts [s]
     */
    static HostNumbers searched(int most, IntToDoubleFunction seconds) {
        NavigableMap<Integer, Double> times = new TreeMap<>();
        int steps = most <= ALL ? most : STEPS;
        for (int step = 0; step < steps; step++) {
            int count = most <= ALL ? step + 1 : (int) Math.round(Math.pow(most, step / (steps - 1.0)));
            times.computeIfAbsent(count, seconds::applyAsDouble);
        }
        int best = best(times, seconds);
        return new HostNumbers(best, fewest(times, best, seconds));
    }

    /** The best number; asks about the middles beside the best one so far until no gap beside it matters. */
    private static int best(NavigableMap<Integer, Double> times, IntToDoubleFunction seconds) {
        while (true) {
            int best = shortest(times);
            Integer below = times.lowerKey(best);
            Integer above = times.higherKey(best);
            boolean downwards = below != null && matters(below, best);
            boolean upwards = above != null && matters(best, above);
            if (!downwards && !upwards) {
                return best;
            }
            if (downwards) {
                times.computeIfAbsent((below + best) >>> 1, seconds::applyAsDouble);
            }
            if (upwards) {
                times.computeIfAbsent((best + above) >>> 1, seconds::applyAsDouble);
            }
        }
    }

    private static int shortest(NavigableMap<Integer, Double> times) {
        int best = 1;
        double shortest = Double.POSITIVE_INFINITY;
        for (Map.Entry<Integer, Double> each : times.entrySet()) {
            if (each.getValue() < shortest) {
                best = each.getKey();
                shortest = each.getValue();
            }
        }
        return best;
    }

    private static int fewest(NavigableMap<Integer, Double> times, int best, IntToDoubleFunction seconds) {
        double longest = (1 + SPARED) * times.getOrDefault(best, Double.POSITIVE_INFINITY);
        int fewest = best;
        for (Map.Entry<Integer, Double> each : times.entrySet()) {
            if (each.getValue() <= longest) {
                fewest = each.getKey();
                break;
            }
        }
        Integer below = times.lowerKey(fewest);
        int few = below == null ? fewest : below;
        while (matters(few, fewest)) {
            int middle = (few + fewest) >>> 1;
            boolean enough = seconds.applyAsDouble(middle) <= longest;
            fewest = enough ? middle : fewest;
            few = enough ? few : middle;
        }
        return fewest;
    }

    /** Numbers between these two are left, and the two differ by more than a percent. */
    private static boolean matters(int from, int to) {
        return to - from > Math.max(1, SPARED * to);
    }
}
