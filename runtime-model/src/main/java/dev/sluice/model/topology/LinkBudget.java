package dev.sluice.model.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;

/**
 * How long a discovery has kept links busy. Before the links are known, every link is assumed to carry all hosts that
 * are no faster than the fastest one behind it, and to be a medium on which both directions add up. The result is
 * therefore an upper bound. Confined to its discovery.
 */
final class LinkBudget {
    /** Minimum ratio of a path to another one that is clearly slower. */
    private static final double FASTER = 1.25;

    private final ToDoubleFunction<Transfer> usual;
    private final Map<Integer, Double> down = new HashMap<>();
    private final Map<Integer, Double> up = new HashMap<>();

    /** Seconds of transfers between hosts that may pass the links to the vantage [s]. */
    private final Map<Transfer, Double> among = new HashMap<>();

    /** Seconds of transfers between hosts that are faster than these links [s]. */
    private final Map<Transfer, Double> inside = new HashMap<>();

    private final Set<Integer> fullDuplex = new HashSet<>();

    private List<List<Integer>> groups = List.of();
    private double mostTo = 1;
    private double mostFrom = 1;

    /** @param usual estimated rate of a path [bytes/s] */
    LinkBudget(ToDoubleFunction<Transfer> usual) {
        this.usual = usual;
    }

    /** Sets the groups of hosts that may share a link, once they are known. Each host is in one of them. */
    void share(List<List<Integer>> known) {
        groups = List.copyOf(known);
    }

    /** Notes hosts whose link is no medium, so that each direction counts for itself. */
    void fullDuplex(List<Integer> hosts) {
        fullDuplex.addAll(hosts);
    }

    void sent(Transfer transfer, long bytes) {
        if (transfer.from() == Transfer.VANTAGE) {
            down.merge(transfer.to(), (double) bytes, Double::sum);
        } else if (transfer.to() == Transfer.VANTAGE) {
            up.merge(transfer.from(), (double) bytes, Double::sum);
        } else {
            double rate = usual.applyAsDouble(transfer);
            double own = Math.min(
                    usual.applyAsDouble(Transfer.back(transfer.from())),
                    usual.applyAsDouble(Transfer.to(transfer.to())));
            (rate > FASTER * own ? inside : among).merge(transfer, bytes / rate, Double::sum);
        }
    }

    /** Records the total rates at which one probe reached and left the vantage [bytes/s]. */
    void vantage(double from, double to) {
        mostFrom = Math.max(mostFrom, from);
        mostTo = Math.max(mostTo, to);
    }

    /** Upper bound of the time that any link was busy [s]. */
    double seconds() {
        return seconds(host -> true);
    }

    /** Upper bound of the time that a link on a path to one of these hosts was busy [s]. */
    double seconds(IntPredicate hosts) {
        double busiest = Math.max(total(down) / mostFrom, total(up) / mostTo);
        for (List<Integer> group : groups.isEmpty() ? candidates() : groups) {
            if (group.stream().noneMatch(hosts::test)) {
                continue;
            }
            double fastestDown = fastest(group, true);
            double fastestUp = fastest(group, false);
            double away = 0;
            double back = 0;
            for (int host : group) {
                away += down.getOrDefault(host, 0.0) / fastestDown;
                back += up.getOrDefault(host, 0.0) / fastestUp;
            }
            double both = touching(among, group);
            double within = touching(inside, group);
            boolean twoWays = fullDuplex.containsAll(group);
            double busy = Math.max(within, both + (twoWays ? Math.max(away, back) : away + back));
            busiest = Math.max(busiest, busy);
        }
        return busiest;
    }

    private static double touching(Map<Transfer, Double> seconds, List<Integer> group) {
        double sum = 0;
        for (Map.Entry<Transfer, Double> each : seconds.entrySet()) {
            boolean touches = group.contains(each.getKey().from())
                    || group.contains(each.getKey().to());
            sum += touches ? each.getValue() : 0;
        }
        return sum;
    }

    private double fastest(List<Integer> group, boolean away) {
        return group.stream()
                .mapToDouble(host -> usual.applyAsDouble(away ? Transfer.to(host) : Transfer.back(host)))
                .max()
                .orElse(1);
    }

    /** For each host, those that are no faster. */
    private List<List<Integer>> candidates() {
        List<List<Integer>> sets = new ArrayList<>();
        for (Integer fastest : down.keySet()) {
            double most = 1.1 * usual.applyAsDouble(Transfer.to(fastest));
            sets.add(down.keySet().stream()
                    .filter(host -> host.equals(fastest) || usual.applyAsDouble(Transfer.to(host)) <= most)
                    .toList());
        }
        return sets;
    }

    private static double total(Map<Integer, Double> bytes) {
        return bytes.values().stream().mapToDouble(each -> each).sum();
    }
}
