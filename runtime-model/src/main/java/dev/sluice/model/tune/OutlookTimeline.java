package dev.sluice.model.tune;

import dev.sluice.model.simulate.Timeline;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Notes when each share of the work of the second cycle of a simulation was done, from its begin. Confined to its
 * simulation.
 */
final class OutlookTimeline implements Timeline {
    private static final int STEPS = 64;

    private final IntToDoubleFunction ratio;
    private final long beganNanos;

    /** When each part ended [ns], in ascending order, and its work. */
    private long[] ends = new long[1024];

    private double[] works = new double[1024];
    private int parts;
    private double sum;

    /**
     * @param ratio by host, its times of units over those of the mean host
     * @param beganNanos when the second cycle began [ns]
     */
    OutlookTimeline(IntToDoubleFunction ratio, long beganNanos) {
        this.ratio = ratio;
        this.beganNanos = beganNanos;
    }

    @Override
    public void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {
        if (cycle == 0) {
            return;
        }
        long end = toNanos - beganNanos;
        double work = (toNanos - fromNanos) / ratio.applyAsDouble(host);
        sum += work;
        if (parts == ends.length) {
            ends = Arrays.copyOf(ends, 2 * parts);
            works = Arrays.copyOf(works, 2 * parts);
        }
        int place = parts++;
        while (place > 0 && ends[place - 1] > end) { // parts come nearly in the order of their ends
            ends[place] = ends[place - 1];
            works[place] = works[place - 1];
            place--;
        }
        ends[place] = end;
        works[place] = work;
    }

    /** The cycle, which took this long [s]. */
    Outlook outlook(double whole) {
        double[] seconds = new double[STEPS + 1];
        double end = Math.max(whole, Double.MIN_NORMAL);
        double done = 0;
        int step = 0;
        for (int part = 0; part < parts; part++) {
            done += works[part];
            while (step < STEPS - 1 && done * STEPS >= (step + 1) * sum) {
                step++;
                seconds[step] = Math.min(ends[part] / 1e9, end);
            }
        }
        while (step < STEPS) {
            step++;
            seconds[step] = end;
        }
        return new Outlook(seconds);
    }
}
