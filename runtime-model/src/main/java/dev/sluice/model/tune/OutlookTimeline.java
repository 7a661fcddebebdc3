package dev.sluice.model.tune;

import dev.sluice.model.simulate.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Notes when each share of the work of a simulated cycle was done. Confined to its simulation. */
final class OutlookTimeline implements Timeline {
    private static final int STEPS = 64;

    private final IntToDoubleFunction ratio;
    private final List<Part> parts = new ArrayList<>();
    private double sum;

    /** Work that ended at one time. */
    private record Part(double seconds, double work) {}

    /** @param ratio by host, its times of units over those of the mean host */
    OutlookTimeline(IntToDoubleFunction ratio) {
        this.ratio = ratio;
    }

    @Override
    public void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {
        double work = (toNanos - fromNanos) / ratio.applyAsDouble(host);
        sum += work;
        parts.add(new Part(toNanos / 1e9, work));
    }

    /** The cycle, which took this long [s]. */
    Outlook outlook(double whole) {
        double[] seconds = new double[STEPS + 1];
        double end = Math.max(whole, Double.MIN_NORMAL);
        double done = 0;
        int step = 0;
        parts.sort(Comparator.comparingDouble(Part::seconds));
        for (Part part : parts) {
            done += part.work();
            while (step < STEPS - 1 && done * STEPS >= (step + 1) * sum) {
                step++;
                seconds[step] = Math.min(part.seconds(), end);
            }
        }
        while (step < STEPS) {
            step++;
            seconds[step] = end;
        }
        return new Outlook(seconds);
    }
}
