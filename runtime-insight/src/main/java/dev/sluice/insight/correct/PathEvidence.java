package dev.sluice.insight.correct;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The evidence of measured paths about wires. The capacity of a wire is estimated from below: as the fastest path over
 * it, or as everything that a run carried over it at a time.
 */
final class PathEvidence {
    /** Payload and frame of a full segment [bytes]; two frames of a shared medium get one acknowledgement. */
    private static final double PAYLOAD = 1448;

    private static final double FRAME = 1516;
    private static final double SHARED_FRAME = 1550;

    /** Share of a wire's estimate from which the run's own traffic explains a slow path over it. */
    private static final double CROWDED = 0.75;

    /** One measured path: the wires of its way, and its forecast. */
    record Measured(List<Integer> way, PathForecast path) {}

    private final Wires wires;
    private final List<Measured> all;
    private final Map<Integer, List<Measured>> byWire = new HashMap<>();

    PathEvidence(Wires wires, List<Measured> all) {
        this.wires = wires;
        this.all = List.copyOf(all);
        for (Measured each : all) {
            each.way()
                    .forEach(wire -> byWire.computeIfAbsent(wire, unused -> new ArrayList<>())
                            .add(each));
        }
    }

    List<Measured> all() {
        return all;
    }

    List<Measured> over(int wire) {
        return byWire.getOrDefault(wire, List.of());
    }

    private double framed(int wire) {
        return (wires.isShared(wire) ? SHARED_FRAME : FRAME) / PAYLOAD;
    }

    /** The bandwidth that one path showed on a wire [bytes/s]. */
    double shown(Measured measured, int wire) {
        return measured.path().bytesPerSecond() * framed(wire);
    }

    double error(Measured measured, int wire) {
        return measured.path().error() * framed(wire);
    }

    /** The rate that one run carried over the wire at a time, at most [bytes/s]. */
    double carried(int wire) {
        Map<String, Double> byRun = new HashMap<>();
        over(wire).forEach(each -> byRun.merge(each.path().run(), each.path().carried() * framed(wire), Double::sum));
        return byRun.values().stream().mapToDouble(sum -> sum).max().orElse(0);
    }

    /** The path with the highest bandwidth over a wire that has any. */
    Measured fastest(int wire) {
        List<Measured> over = over(wire);
        Measured fastest = over.get(0);
        for (Measured each : over) {
            fastest = shown(each, wire) > shown(fastest, wire) ? each : fastest;
        }
        return fastest;
    }

    /** The capacity of a wire that has paths, as far as these show it [bytes/s]. */
    double estimate(int wire) {
        return Math.max(shown(fastest(wire), wire), carried(wire));
    }

    /** Tells whether a path is as slow as it is because of this wire, if the wire has its estimated capacity. */
    boolean explains(int wire, Measured measured) {
        double estimate = estimate(wire);
        double shown = shown(measured, wire);
        return shown >= CROWDED * estimate
                || carried(wire) >= CROWDED * estimate
                        && shown >= estimate / (2 * over(wire).size());
    }

    /** Tells whether other paths of a run use a wire to the full, as the view has it, so that this one is slow. */
    boolean isCrowded(int wire, Measured measured, double share) {
        double own = measured.path().carried() * framed(wire);
        return carried(wire) >= share * wires.rate(wire) && carried(wire) > 1.2 * own;
    }
}
