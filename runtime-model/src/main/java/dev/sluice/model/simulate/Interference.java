package dev.sluice.model.simulate;

/**
 * What the runtime's own work costs more while units have the processors than it costs alone: its code and data are not
 * in the caches when it is their turn, and units find the caches as it leaves them. That goes with the messages, each
 * of which wakes threads on both sides.
 *
 * @param masterNanos of the master's loop, for a message of results and one that goes back [ns]
 * @param workerNanos of the worker's loop, likewise [ns]
 * @param slotNanos of a slot, for a message with its results [ns]
 * @param applicationNanos of the application's thread, for a unit [ns]
 * @param unitSeconds of those units; shorter ones interfere in proportion, {@link Grouping#busy} [s]
 */
public record Interference(
        double masterNanos, double workerNanos, double slotNanos, double applicationNanos, double unitSeconds) {
    /** Units change nothing. */
    public static final Interference NONE = new Interference(0, 0, 0, 0, 1e-4);

    public Interference {
        if (!(masterNanos >= 0 && workerNanos >= 0 && slotNanos >= 0 && applicationNanos >= 0 && unitSeconds > 0)) {
            throw new IllegalArgumentException("interference: " + masterNanos + ", " + workerNanos + ", " + slotNanos
                    + " and " + applicationNanos + " ns more beside units of " + unitSeconds
                    + " s (expected: not negative, units positive)");
        }
    }

    /**
     * What all of it costs while units are computed.
     *
     * @param share of the messages that are sent beside such units, 0 to 1
     * @param unitsPerMessage of results
     */
    public Overheads on(Overheads alone, double share, double unitsPerMessage) {
        double master = 1 + more(share * masterNanos, alone.masterSends(), alone.masterReceives());
        double worker = 1 + more(share * workerNanos, alone.workerSends(), alone.workerReceives());
        double unit = alone.unitNanos() + share * slotNanos / Math.max(1, unitsPerMessage);
        double claim = alone.claimNanos() * (1 - share);
        double oneByOne = alone.unitNanos() + alone.claimNanos();
        double slot = oneByOne > 0 && unit + claim > 0 ? (unit + claim) / oneByOne : 1;
        return new Overheads(
                alone.masterSends().times(master),
                alone.masterReceives().times(master),
                alone.workerSends().times(worker),
                alone.workerReceives().times(worker),
                alone.handOutNanos() + share * applicationNanos,
                alone.takeNanos(),
                unit,
                claim,
                alone.frameBytes(),
                alone.unitBytes(),
                alone.startNanos(),
                alone.travel(),
                alone.warming().beside(master, worker, slot));
    }

    /** As a multiple of what both cost alone. */
    private static double more(double nanos, Overheads.Cost one, Overheads.Cost other) {
        double alone = one.messageNanos() + other.messageNanos();
        return alone > 0 ? nanos / alone : 0;
    }
}
