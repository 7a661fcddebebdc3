package dev.sluice.model.flow;

import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Orders workers for the case that several splits reach the same rate: those on the master's own link first, then
 * faster ones, then those earlier in the view.
 */
final class Preference {
    private Preference() {}

    /** All hosts, the fastest first. O(hosts·log hosts) */
    static int[] bySpeed(UnitCapacities capacities) {
        return IntStream.range(0, capacities.hosts())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer host) -> -capacities.processor[host]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The chosen hosts without the master, in order of preference. O(hosts + chosen·log chosen) */
    static int[] among(UnitCapacities capacities, int master, IntPredicate chosen) {
        int link = capacities.linkOf[master];
        Comparator<Integer> order = Comparator.comparing((Integer host) -> capacities.linkOf[host] != link)
                .thenComparingDouble(host -> -capacities.processor[host]);
        return IntStream.range(0, capacities.hosts())
                .filter(host -> host != master && chosen.test(host))
                .boxed()
                .sorted(order)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** All hosts but the master, in order of preference. O(hosts) */
    static int[] of(UnitCapacities capacities, int[] bySpeed, int master) {
        int[] preferred = new int[bySpeed.length - 1];
        int next = 0;
        for (int round = 0; round < 2; round++) {
            for (int host : bySpeed) {
                boolean local = capacities.linkOf[host] == capacities.linkOf[master];
                if (host != master && local == (round == 0)) {
                    preferred[next++] = host;
                }
            }
        }
        return preferred;
    }
}
