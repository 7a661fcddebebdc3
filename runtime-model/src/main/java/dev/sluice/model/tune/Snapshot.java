package dev.sluice.model.tune;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run has measured at a checkpoint: at the begin of a cycle, and when a further tenth of its units is done.
 *
 * @param seconds since the run began [s]
 * @param cycle index of the open cycle
 * @param units units of the cycle, at least 1
 * @param done units of the cycle whose results were accepted
 * @param begins true if no unit of the cycle has been handed out
 * @param disturbed true if a worker was lost or joined since the last checkpoint, or nothing moved at all
 * @param hosts the hosts with a connected worker, parked ones too
 * @param mate the cycle in closed form; null before it is known what a cycle needs
 */
public record Snapshot(
        double seconds,
        int cycle,
        long units,
        long done,
        boolean begins,
        boolean disturbed,
        List<HostPart> hosts,
        @Nullable MateModel mate) {
    /**
     * One host.
     *
     * @param host its index in the view
     * @param unitSeconds measured time of a unit on a slot [s]; 0 if unknown
     */
    public record HostPart(int host, int slots, double unitSeconds) {
        double rateWups() {
            return unitSeconds > 0 ? slots / unitSeconds : 0;
        }
    }

    public Snapshot {
        if (units < 1 || done < 0 || done > units) {
            throw new IllegalArgumentException(done + " of " + units + " units done (expected: at least one unit)");
        }
        hosts = List.copyOf(hosts);
    }

    /** Finished cycles plus the finished share of the open one. */
    double position() {
        return cycle + (double) done / units;
    }

    /** Units of the open cycle that are not done. */
    long left() {
        return units - done;
    }

    /** Slots of all hosts. */
    int slots() {
        return hosts.stream().mapToInt(HostPart::slots).sum();
    }

    /** The fastest slot is faster than the slowest by more than this factor, where both are measured. */
    boolean isUnequal(double factor) {
        double[] times = hosts.stream()
                .mapToDouble(HostPart::unitSeconds)
                .filter(each -> each > 0)
                .sorted()
                .toArray();
        return times.length > 1 && times[times.length - 1] > factor * times[0];
    }
}
