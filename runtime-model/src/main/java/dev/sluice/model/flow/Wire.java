package dev.sluice.model.flow;

/**
 * What can cross between a link and its parent, or between a host and its link (then it is the host's port).
 *
 * @param downBytesPerSecond away from the parent, towards the hosts; infinite where there is no limit [bytes/s]
 * @param upBytesPerSecond towards the parent; equal to down where shared [bytes/s]
 * @param shared half duplex: both directions together have this bandwidth. On a link it is the bandwidth of the medium,
 *     which everything uses that visits the link, its own hosts' traffic too; not only what crosses to the parent
 * @param latencyNanos one way [ns]
 * @param bufferBytes what may wait at each end; 0 where not told [bytes]
 */
public record Wire(
        double downBytesPerSecond, double upBytesPerSecond, boolean shared, long latencyNanos, long bufferBytes) {
    /** No limit and no latency. */
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

    /** Full duplex, each direction with this bandwidth. */
    public static Wire duplex(double bytesPerSecond) {
        return new Wire(bytesPerSecond, bytesPerSecond, false, 0, 0);
    }

    /** Half duplex: both directions together have this bandwidth. */
    public static Wire shared(double bytesPerSecond) {
        return new Wire(bytesPerSecond, bytesPerSecond, true, 0, 0);
    }

    /** The same with this latency, one way [ns]. */
    public Wire withLatency(long nanos) {
        return new Wire(downBytesPerSecond, upBytesPerSecond, shared, nanos, bufferBytes);
    }

    /** Whether it holds nothing back but time. */
    public boolean unlimited() {
        return downBytesPerSecond == Double.POSITIVE_INFINITY && upBytesPerSecond == Double.POSITIVE_INFINITY;
    }

    /** With twice the bandwidth. */
    Wire doubled() {
        return new Wire(2 * downBytesPerSecond, 2 * upBytesPerSecond, shared, latencyNanos, bufferBytes);
    }

    /**
     * W_net of model.md §2 for units that go from the upper end to workers at the lower one, and results back
     * [units/s]. Nothing crosses a wire of no bandwidth, not even what has no bytes.
     */
    public double unitsDown(UnitCosts costs) {
        return shared ? unitsShared(costs) : units(downBytesPerSecond, upBytesPerSecond, costs);
    }

    /** W_net for a master at the lower end: inputs go up and results come down [units/s]. */
    public double unitsUp(UnitCosts costs) {
        return shared ? unitsShared(costs) : units(upBytesPerSecond, downBytesPerSecond, costs);
    }

    private double unitsShared(UnitCosts costs) {
        return units(downBytesPerSecond, costs.inputBytes() + costs.resultBytes());
    }

    private static double units(double outBytesPerSecond, double backBytesPerSecond, UnitCosts costs) {
        return Math.min(units(outBytesPerSecond, costs.inputBytes()), units(backBytesPerSecond, costs.resultBytes()));
    }

    private static double units(double bytesPerSecond, double bytes) {
        if (bytesPerSecond == 0) {
            return 0;
        }
        return bytes == 0 ? Double.POSITIVE_INFINITY : bytesPerSecond / bytes;
    }
}
