package dev.sluice.insight.correct;

import dev.sluice.view.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the port or link whose latency differs from the view, for round trips that do: all trips over it differ to the
 * same side, and no other explains more of them.
 */
final class LatencyCorrection {
    /** Least difference of one-way latencies that contradicts the view, absolute [ns] and relative. */
    private static final double APART_NANOS = 1e6;

    private static final double APART = 0.5;

    private final Wires wires;
    private final long[] added;
    private final List<String> words = new ArrayList<>();

    /** One measured round trip, as the wires of its way. */
    private record Way(List<Integer> wires, TripForecast trip) {}

    LatencyCorrection(Wires wires) {
        this.wires = wires;
        this.added = new long[wires.count() / 2];
    }

    /** The latency that each port, and then each link, has beyond the view [ns]. */
    long[] added() {
        return added.clone();
    }

    List<String> words() {
        return List.copyOf(words);
    }

    /** Adds latency until no trip is left that a port or link explains. */
    void explain(List<TripForecast> trips) {
        List<Way> ways = new ArrayList<>();
        for (TripForecast trip : trips) {
            List<Integer> way = wires.way(trip.one(), trip.other());
            if (!way.isEmpty()) {
                ways.add(new Way(way, trip));
            }
        }
        for (int i = 0; i < ways.size(); i++) {
            Integer found = blamed(ways);
            if (found == null) {
                return;
            }
            int blamed = found;
            Way nearest = ways.stream()
                    .filter(way -> way.wires().stream().anyMatch(wire -> wire / 2 == blamed))
                    .min(Comparator.comparingDouble(way -> Math.abs(difference(way))))
                    .orElseThrow();
            long more = Math.round(difference(nearest));
            added[blamed] += Math.max(more, -wires.latencyNanos(2 * blamed) - added[blamed]);
            words.add("round trips between " + nearest.trip().one() + " and "
                    + nearest.trip().other() + " take "
                    + Quantity.TIME.rounded(nearest.trip().seconds()) + " as run "
                    + nearest.trip().run() + " measured: the latency of " + wires.name(2 * blamed) + " is now "
                    + Quantity.TIME.rounded((wires.latencyNanos(2 * blamed) + added[blamed]) / 1e9));
        }
    }

    /** One-way latency beyond the view as corrected so far [ns]. */
    private double difference(Way way) {
        return way.trip().seconds() / 2 * 1e9 - said(way);
    }

    private double said(Way way) {
        return way.wires().stream()
                .mapToDouble(wire -> wires.latencyNanos(wire) + added[wire / 2])
                .sum();
    }

    private boolean isApart(Way way) {
        return Math.abs(difference(way)) > Math.max(APART_NANOS, APART * said(way));
    }

    private @Nullable Integer blamed(List<Way> ways) {
        Map<Integer, Integer> longer = new LinkedHashMap<>();
        Map<Integer, Integer> shorter = new LinkedHashMap<>();
        Map<Integer, Integer> crossing = new HashMap<>();
        for (Way way : ways) {
            for (int wire : way.wires()) {
                int owner = wire / 2;
                crossing.merge(owner, 1, Integer::sum);
                if (isApart(way)) {
                    (difference(way) > 0 ? longer : shorter).merge(owner, 1, Integer::sum);
                }
            }
        }
        List<Integer> candidates = new ArrayList<>();
        longer.forEach((owner, count) -> add(owner, count, crossing, candidates));
        shorter.forEach((owner, count) -> {
            if (wires.latencyNanos(2 * owner) + added[owner] > 0) {
                add(owner, count, crossing, candidates);
            }
        });
        return candidates.stream()
                .max(Comparator.comparingInt((Integer owner) -> crossing.getOrDefault(owner, 0))
                        .thenComparingLong(owner -> wires.latencyNanos(2 * owner)))
                .orElse(null);
    }

    private static void add(int owner, int count, Map<Integer, Integer> crossing, List<Integer> candidates) {
        if (count == crossing.getOrDefault(owner, 0)) {
            candidates.add(owner);
        }
    }
}
