package dev.sluice.insight.gain;

import dev.sluice.model.pool.DivisionTerms;
import dev.sluice.model.pool.KneeEstimate;
import dev.sluice.model.record.IdleLedger;

/**
 * Follows the knee of a running run: takes its measurements now and then, and keeps an estimate that neither flaps nor
 * proves itself. Confined to its caller.
 */
public final class KneeWatch {
    /** Workers report their times every second, so that shorter windows say little [s]. */
    private static final double WINDOW_SECONDS = 5;

    /**
     * A master's loop that computes for less of its time does not limit the run, and its fixed costs count too much.
     */
    private static final double LOOP_BUSY = 0.3;

    private final double minGain;
    private final KneeEstimate estimate;
    private String limit = "";
    private double loopSeconds;
    private boolean unitsLeft = true;

    /** Figures at the beginning of the window. */
    private double fromSeconds = Double.NaN;

    private double fromSlotSeconds;
    private double fromBusySeconds;
    private long fromUnits;
    private long fromLoopCpuNanos;

    /** Follows a run of a pool with the default terms of the division. */
    public KneeWatch() {
        this(DivisionTerms.DEFAULT.minGain());
    }

    KneeWatch(double minGain) {
        this.minGain = minGain;
        this.estimate = new KneeEstimate(minGain);
    }

    /**
     * The state of a run at one moment.
     *
     * @param hosts that are connected and have sent results
     * @param unitsLeft whether there are units that nobody computes yet
     * @param loopCpuNanos processor time of the master's loop so far; 0 if unknown [ns]
     */
    public record Moment(GainInput input, int hosts, boolean unitsLeft, long loopCpuNanos) {}

    /** Takes the next measurements; returns the useful slots, and what limits them. */
    public RunKnee take(Moment now) {
        RunKnee knee = RunKnee.of(now.input(), loopSeconds, now.hosts(), minGain);
        estimate.modelled(knee.slots());
        limit = knee.slots() > 0 ? knee.limit() : limit;
        if (limit.equals(RunKnee.MASTER)) {
            estimate.certain(); // slots compute while results wait for the master
        }
        unitsLeft &= now.unitsLeft();
        double seconds = now.input().seconds() - fromSeconds;
        if (!(seconds < WINDOW_SECONDS)) {
            if (seconds > 0) {
                window(now, seconds);
            }
            begin(now);
        }
        int useful = estimate.usefulSlots();
        return useful == 0 ? RunKnee.UNKNOWN : new RunKnee(useful, limit);
    }

    private void window(Moment now, double seconds) {
        IdleLedger ledger = now.input().ledger();
        double slots = (ledger.slotSeconds() - fromSlotSeconds) / seconds;
        double busy = (ledger.seconds(IdleLedger.Line.COMPUTE) - fromBusySeconds) / seconds;
        if (unitsLeft && slots > 0 && !limit.equals(RunKnee.MASTER)) {
            long nowNanos = Math.round(now.input().seconds() * 1e9);
            estimate.used(new KneeEstimate.SlotUse(slots, Math.max(0, busy)), nowNanos);
        }
        double cpuSeconds = (now.loopCpuNanos() - fromLoopCpuNanos) / 1e9;
        long units = now.input().work().doneUnits() - fromUnits;
        loopSeconds = units > 0 && cpuSeconds >= LOOP_BUSY * seconds ? cpuSeconds / units : 0;
    }

    private void begin(Moment now) {
        fromSeconds = now.input().seconds();
        fromSlotSeconds = now.input().ledger().slotSeconds();
        fromBusySeconds = now.input().ledger().seconds(IdleLedger.Line.COMPUTE);
        fromUnits = now.input().work().doneUnits();
        fromLoopCpuNanos = now.loopCpuNanos();
        unitsLeft = now.unitsLeft();
    }
}
