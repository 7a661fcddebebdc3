package dev.sluice.model.tune;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of a run at a checkpoint. Work is compute time on a slot of mean speed: it does not depend on which
 * units happened to be long.
 *
 * @param seconds since the run began [s]
 * @param cycle number of cycles with units before the open one
 * @param units units of the cycle, at least 1
 * @param begins true if no unit of the cycle has been handed out
 * @param disturbed true if a worker was lost or joined since the last checkpoint
 * @param roundTripSeconds from the end of a unit until the next one that was not handed out before can begin [s]
 * @param hosts the hosts with a connected worker, parked ones too
 * @param mate the cycle in closed form; null before it is known what a cycle needs
 */
public record Snapshot(
        double seconds,
        int cycle,
        long units,
        Work work,
        boolean begins,
        boolean disturbed,
        double roundTripSeconds,
        List<HostPart> hosts,
        @Nullable MateModel mate) {
    /**
     * One host.
     *
     * @param host its index in the view
     * @param unitSeconds time of a mean unit of the cycle on a slot, by what was measured [s]; 0 if unknown
     */
    public record HostPart(int host, int slots, double unitSeconds) {
        double rateWups() {
            return unitSeconds > 0 ? slots / unitSeconds : 0;
        }
    }

    /**
     * Work of the run.
     *
     * @param done work of the whole run so far, that of running units included [s]
     * @param before work of the run when the cycle began [s]
     * @param left forecast work that the cycle still needs [s]
     */
    public record Work(double done, double before, double left) {
        public Work {
            if (!(left >= 0 && done >= before && done - before + left > 0)) {
                throw new IllegalArgumentException("work of " + done + " s, " + before + " s before the cycle, " + left
                        + " s left (expected: none negative, and a cycle with work)");
            }
        }

        /** Work of the open cycle, as forecast now [s]. */
        double ofCycle() {
            return done - before + left;
        }
    }

    public Snapshot {
        if (units < 1) {
            throw new IllegalArgumentException(units + " units (expected: at least one)");
        }
        hosts = List.copyOf(hosts);
    }

    /** Work of the open cycle, as forecast now [s]. */
    double cycleWork() {
        return work.ofCycle();
    }

    /** Finished cycles plus the finished share of the open one. */
    double position() {
        return cycle + Math.min(1, (work.done - work.before) / cycleWork());
    }

    /** Mean time of the cycles between this begin of a cycle and a later one [s]. */
    double secondsOfACycle(Snapshot later) {
        return (later.seconds - seconds) / Math.max(1, later.cycle - cycle);
    }

    /**
     * The position of the run at an earlier moment, on the scale of this cycle. Nothing of a cycle is done at its
     * begin, whatever its units are taken for by now: its setups count in full.
     */
    double position(Snapshot earlier) {
        return earlier.begins ? earlier.cycle : Math.max(0, position() - (work.done - earlier.work.done) / cycleWork());
    }

    /** Work under way that no measurement has seen: one unit and one round trip for each slot [s]. */
    double inHands() {
        return slots() * (cycleWork() / units + roundTripSeconds);
    }

    /** Work that no slot can do at the begin of a cycle, because its setup is still to come [s]; 0 if unknown. */
    double setupWork() {
        return mate == null || !begins ? 0 : slots() * mate.setupSeconds(hosts.size()) / 2;
    }

    /** Slots of all hosts. */
    int slots() {
        return hosts.stream().mapToInt(HostPart::slots).sum();
    }
}
