package dev.sluice.model.pool;

import dev.sluice.model.Median;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The slots that are useful to a run, from the knees that the flow model computes again and again. Their median removes
 * noise. A run that gets no more slots than its knee could never find out that the knee is too low: while all its slots
 * compute all the time, the estimate grows step by step. Slots that then wait refute the step, and the next attempt
 * comes later each time. Waiting slots never lower the estimate below the model's knee, because slots also wait between
 * cycles. Confined to its caller.
 */
public final class KneeEstimate {
    /** The model's knees in the median. */
    private static final int RECENT = 31;

    /** Slots that compute for this part of their time show no limit. */
    private static final double BUSY = 0.97;

    /** This many windows in a row must say the same. */
    private static final int WINDOWS = 3;

    /** The estimate grows by one slot, or by one part in so many. */
    private static final int PART = 4;

    /** A pool takes a smaller difference of the estimate for noise, and leaves the run what it has. */
    private static final double NOISE = 1.0 / 8;

    /** After a refuted step, no other begins for this time [ns]; the time doubles with each, up to the longest. */
    private static final long HOLD_NANOS = 600_000_000_000L;

    private static final long LONGEST_HOLD_NANOS = 8 * HOLD_NANOS;

    private final double minGain;
    private final Deque<Integer> knees = new ArrayDeque<>();

    /** Slots that were shown to compute, beyond the model's knee; 0 without evidence. */
    private int shown;

    /** Slots of the run when it last asked for another step; 0 if there is none. */
    private double steppedAt;

    private int busyWindows;
    private int idleWindows;
    private boolean holding;
    private long holdUntilNanos;
    private long holdNanos = HOLD_NANOS;

    /**
     * Makes an estimate without measurements.
     *
     * @param minGain least gain of useful slots, relative to the rate: 0.01 for 1 %
     */
    public KneeEstimate(double minGain) {
        this.minGain = minGain;
    }

    /**
     * The slots of a run in a window of some seconds, in which units were left for all its slots.
     *
     * @param slots mean number of slots
     * @param busySlots mean number of computing slots
     */
    public record SlotUse(double slots, double busySlots) {
        private boolean isBusy() {
            return busySlots >= BUSY * slots;
        }
    }

    /** Takes the knee that the flow model computes now; 0 if it knows no limit. */
    public void modelled(int knee) {
        knees.add(knee);
        if (knees.size() > RECENT) {
            knees.remove();
        }
    }

    /** Takes what the run did in the last window. */
    public void used(SlotUse use, long nowNanos) {
        int useful = usefulSlots();
        if (useful == 0) {
            return;
        }
        boolean all = use.slots() >= (1 - NOISE) * useful - 0.5;
        busyWindows = all && use.isBusy() ? busyWindows + 1 : 0;
        idleWindows = all && !use.isBusy() ? idleWindows + 1 : 0;
        boolean mayStep = use.slots() > steppedAt + 0.5 && !(holding && nowNanos - holdUntilNanos < 0);
        if (busyWindows >= WINDOWS && mayStep) {
            busyWindows = 0;
            steppedAt = use.slots();
            int computing = Math.max(useful, (int) Math.round(use.slots()));
            shown = computing + Math.max(1, computing / PART);
        } else if (idleWindows >= WINDOWS) {
            idleWindows = 0;
            waited((int) Math.ceil((1 - minGain) * use.busySlots()), nowNanos);
        }
    }

    /** The model's knee is measured directly, so that no run can hide it: forgets what other windows have shown. */
    public void certain() {
        shown = 0;
        steppedAt = 0;
        busyWindows = 0;
        idleWindows = 0;
    }

    /** Slots waited although the run had no more than the estimate: only the computing ones were useful. */
    private void waited(int computing, long nowNanos) {
        if (computing < shown) {
            shown = computing;
            steppedAt = 0;
            holding = true;
            holdUntilNanos = nowNanos + holdNanos;
            holdNanos = Math.min(LONGEST_HOLD_NANOS, 2 * holdNanos);
        }
    }

    /** The useful slots; 0 if the model mostly knows no limit, or was not asked yet. */
    public int usefulSlots() {
        long limited = knees.stream().filter(knee -> knee > 0).count();
        if (2 * limited <= knees.size()) {
            return 0;
        }
        int knee = (int)
                Math.round(Median.of(knees.stream().filter(each -> each > 0).mapToDouble(Integer::intValue)));
        return Math.max(knee, shown);
    }
}
