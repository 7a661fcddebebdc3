package dev.sluice.model.simulate;

/**
 * What the runtime's own work costs while units have the processors, beside what it costs alone: its code and data are
 * not in the caches when it is their turn, and a slot goes from one unit to the next without being woken.
 *
 * @param masterLoop messages and units on the master's loop, as a multiple of what they take alone
 * @param application units on the application's thread, likewise
 * @param workerLoop messages on a worker's loop, likewise
 * @param unitNanos per unit on its slot, in place of unit and claim [ns]
 * @param unitSeconds of those units; shorter ones interfere in proportion [s]
 */
public record Interference(
        double masterLoop, double application, double workerLoop, double unitNanos, double unitSeconds) {
    /** Units change nothing, and slots take no time for them. */
    public static final Interference NONE = new Interference(1, 1, 1, 0, 1e-4);

    public Interference {
        if (!(masterLoop > 0 && application > 0 && workerLoop > 0 && unitNanos >= 0 && unitSeconds > 0)) {
            throw new IllegalArgumentException("interference: " + masterLoop + ", " + application + " and " + workerLoop
                    + " times, " + unitNanos + " ns around a unit of " + unitSeconds
                    + " s (expected: positive, the time around a unit not negative)");
        }
    }

    /** What all of it costs while units of this length are computed [s]. */
    public Overheads on(Overheads alone, double ofUnits) {
        double share = Math.min(1, ofUnits / unitSeconds);
        double loop = 1 + (masterLoop - 1) * share;
        double worker = 1 + (workerLoop - 1) * share;
        return new Overheads(
                alone.masterSends().times(loop),
                alone.masterReceives().times(loop),
                alone.workerSends().times(worker),
                alone.workerReceives().times(worker),
                alone.handOutNanos() * (1 + (application - 1) * share),
                alone.takeNanos() * loop,
                alone.unitNanos() + (unitNanos - alone.unitNanos()) * share,
                alone.claimNanos() * (1 - share),
                alone.frameBytes(),
                alone.unitBytes(),
                alone.startNanos(),
                alone.travel(),
                alone.warming().beside(loop, worker));
    }
}
