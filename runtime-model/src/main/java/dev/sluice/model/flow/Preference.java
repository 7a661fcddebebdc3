package dev.sluice.model.flow;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Which workers get units where several splits reach the same rate (model.md §4): those on the master's own link, then
 * the faster, then the earlier in the view.
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

    /** All hosts but the master, the most preferred first. O(hosts) */
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
