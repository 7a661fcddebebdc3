package dev.sluice.model.flow;

import dev.sluice.model.Written;

/**
 * The wire between a link and its parent, or between a host and its link, which is the host's port.
 *
 * @param downBytesPerSecond bandwidth away from the parent, towards the hosts; infinite if unlimited [bytes/s]
 * @param upBytesPerSecond bandwidth towards the parent; equal to down if shared [bytes/s]
 * @param shared true for half duplex: both directions together have this bandwidth. On a link it is the bandwidth of
 *     the medium, which carries all traffic that visits the link, including traffic among its own hosts
 * @param latencyNanos one-way latency [ns]
 * @param bufferBytes buffer at each end; 0 if unknown [bytes]
 */
public record Wire(
        @Written(orUnlimited = true) double downBytesPerSecond,
        @Written(orUnlimited = true) double upBytesPerSecond,
        boolean shared,
        long latencyNanos,
        long bufferBytes) {
    /** A wire without limit and latency. */
    public static final Wire UNLIMITED = new Wire(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, false, 0, 0);

    public Wire {
        if (!(downBytesPerSecond >= 0 && upBytesPerSecond >= 0) || latencyNanos < 0 || bufferBytes < 0) {
            throw new IllegalArgumentException("down " + downBytesPerSecond + " bytes/s, up " + upBytesPerSecond
                    + " bytes/s, latency " + latencyNanos + " ns, buffer " + bufferBytes
                    + " bytes (expected: none negative)");
        }
        if (shared && downBytesPerSecond != upBytesPerSecond) {
            throw new IllegalArgumentException("shared with down " + downBytesPerSecond + " and up " + upBytesPerSecond
                    + " bytes/s (expected: the same)");
        }
    }

    /** A full-duplex wire; each direction has this bandwidth. */
    public static Wire duplex(double bytesPerSecond) {
        return new Wire(bytesPerSecond, bytesPerSecond, false, 0, 0);
    }

    /** A half-duplex wire; both directions together have this bandwidth. */
    public static Wire shared(double bytesPerSecond) {
        return new Wire(bytesPerSecond, bytesPerSecond, true, 0, 0);
    }

    /** Copies the wire with this one-way latency [ns]. */
    public Wire withLatency(long nanos) {
        return new Wire(downBytesPerSecond, upBytesPerSecond, shared, nanos, bufferBytes);
    }

    /** Copies the wire with so many times the bandwidth. */
    public Wire times(double factor) {
        return new Wire(factor * downBytesPerSecond, factor * upBytesPerSecond, shared, latencyNanos, bufferBytes);
    }

    /** True if the bandwidth is unlimited. */
    public boolean unlimited() {
        return downBytesPerSecond == Double.POSITIVE_INFINITY && upBytesPerSecond == Double.POSITIVE_INFINITY;
    }

    /**
     * W_net, the rate of a wire, for units that go from the upper end to workers at the lower one, and results back
     * [units/s]. A wire without bandwidth carries no units, not even units of 0 bytes.
     */
    public double unitsDown(UnitCosts costs) {
        return shared ? unitsShared(costs) : units(downBytesPerSecond, upBytesPerSecond, costs);
    }

    /** W_net for a master at the lower end: inputs go up and results go down [units/s]. */
    public double unitsUp(UnitCosts costs) {
        return shared ? unitsShared(costs) : units(upBytesPerSecond, downBytesPerSecond, costs);
    }

    private double unitsShared(UnitCosts costs) {
        return units(downBytesPerSecond, costs.inputBytes() + costs.flowResultBytes());
    }

    private static double units(double outBytesPerSecond, double backBytesPerSecond, UnitCosts costs) {
        return Math.min(
                units(outBytesPerSecond, costs.inputBytes()), units(backBytesPerSecond, costs.flowResultBytes()));
    }

    private static double units(double bytesPerSecond, double bytes) {
        if (bytesPerSecond == 0) {
            return 0;
        }
        return bytes == 0 ? Double.POSITIVE_INFINITY : bytesPerSecond / bytes;
    }
}
