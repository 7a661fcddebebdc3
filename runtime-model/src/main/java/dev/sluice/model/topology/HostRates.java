package dev.sluice.model.topology;

import dev.sluice.model.topology.Findings.Alone;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The first phase: the rates of each host alone, in both directions. */
final class HostRates {
    /** Minimum ratio of two rates of hosts that may be on one link. */
    static final double ALIKE = 0.8;

    private static final long ALIKE_NANOS = 2_000_000;

    private final Measurements measurements;
    private final Map<Integer, Alone> alone = new TreeMap<>();
    private final List<Integer> unreachable = new ArrayList<>();

    /** Transfers of which only the other direction was measured. */
    private final List<Transfer> unmeasured = new ArrayList<>();

    /** @throws Measurements.Needed while something is to be measured */
    HostRates(int hosts, Measurements measurements) {
        this.measurements = measurements;
        List<Transfer> all = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            if (!measurements.lost().contains(host)) {
                all.add(Transfer.to(host));
                all.add(Transfer.back(host));
            }
        }
        measurements.singles(Phase.ALONE, all);
        for (int host = 0; host < hosts; host++) {
            if (!measurements.lost().contains(host)) {
                add(host);
            }
        }
    }

    private void add(int host) {
        Optional<TestSeries> down = measurements.single(Phase.ALONE, Transfer.to(host));
        Optional<TestSeries> up = measurements.single(Phase.ALONE, Transfer.back(host));
        if (down.isEmpty() && up.isEmpty()) {
            unreachable.add(host);
            return;
        }
        if (down.isEmpty() || up.isEmpty()) {
            unmeasured.add(down.isEmpty() ? Transfer.to(host) : Transfer.back(host));
        }
        RateEstimate one = measurements.estimate(down.or(() -> up).orElseThrow());
        RateEstimate other = measurements.estimate(up.or(() -> down).orElseThrow());
        alone.put(host, new Alone(one, other, measurements.paths().roundTripNanos(Transfer.VANTAGE, host)));
    }

    Map<Integer, Alone> alone() {
        return alone;
    }

    /** Hosts to and from which nothing could be sent. */
    List<Integer> unreachable() {
        return unreachable;
    }

    /** Transfers of which only the other direction was measured. */
    List<Transfer> unmeasured() {
        return unmeasured;
    }

    Alone of(int host) {
        Alone known = alone.get(host);
        if (known == null) {
            throw new IllegalStateException("host " + host + " (expected: one that was measured alone)");
        }
        return known;
    }

    double rate(int host, boolean down) {
        return of(host).rate(down).value();
    }

    /** The rate of a transfer by the single rates of its ends. */
    double expected(Transfer transfer) {
        double up = transfer.from() == Transfer.VANTAGE ? Double.POSITIVE_INFINITY : rate(transfer.from(), false);
        double down = transfer.to() == Transfer.VANTAGE ? Double.POSITIVE_INFINITY : rate(transfer.to(), true);
        return Math.min(up, down);
    }

    /** The estimated rate of a transfer, by the single rates of its ends. */
    RateEstimate estimate(Transfer transfer) {
        if (transfer.from() == Transfer.VANTAGE) {
            return of(transfer.to()).down();
        }
        RateEstimate up = of(transfer.from()).up();
        if (transfer.to() == Transfer.VANTAGE) {
            return up;
        }
        RateEstimate down = of(transfer.to()).down();
        return up.value() < down.value() ? up : down;
    }

    List<RateEstimate> estimates(List<Transfer> transfers) {
        return transfers.stream().map(this::estimate).toList();
    }

    /** The fastest of these hosts; the first of those whose intervals overlap. */
    int fastest(List<Integer> hosts, boolean down) {
        double most = hosts.stream().mapToDouble(host -> rate(host, down)).max().orElse(0);
        return hosts.stream()
                .filter(host -> rate(host, down) >= 0.9 * most)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /**
     * Hosts that may be on one link, by round trips and rates in one direction: connected by pairs that the intervals
     * do not tell apart. A disturbed trial widens an interval, so that it joins two hosts and never separates them.
     */
    List<List<Integer>> classes(List<Integer> hosts, boolean down) {
        List<List<Integer>> classes = new ArrayList<>();
        Set<Integer> left = new TreeSet<>(hosts);
        while (!left.isEmpty()) {
            Set<Integer> found = new TreeSet<>();
            Deque<Integer> open = new ArrayDeque<>(List.of(left.iterator().next()));
            while (!open.isEmpty()) {
                int host = open.removeFirst();
                if (found.add(host)) {
                    left.stream().filter(other -> mayBeAlike(host, other, down)).forEach(open::addLast);
                }
            }
            left.removeAll(found);
            classes.add(List.copyOf(found));
        }
        return classes;
    }

    /** True if two hosts may be on one link, by both directions. */
    boolean mayBeAlike(int one, int other) {
        return mayBeAlike(one, other, true) && mayBeAlike(one, other, false);
    }

    private boolean mayBeAlike(int one, int other, boolean down) {
        Alone first = of(one);
        Alone second = of(other);
        long apartNanos = Math.abs(first.roundTripNanos() - second.roundTripNanos());
        return first.rate(down).mayBeAlike(second.rate(down), ALIKE)
                && apartNanos <= Math.max(ALIKE_NANOS, Math.max(first.roundTripNanos(), second.roundTripNanos()) / 2);
    }
}
