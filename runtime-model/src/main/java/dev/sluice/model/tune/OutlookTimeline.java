package dev.sluice.model.tune;

import dev.sluice.model.simulate.Timeline;
import java.util.Arrays;

/** Notes when each share of the units of a simulated cycle was accepted. Confined to its simulation. */
final class OutlookTimeline implements Timeline {
    private static final int STEPS = 64;

    private final double[] seconds = new double[STEPS + 1];
    private final long units;
    private long accepted;
    private int noted;

    OutlookTimeline(long units) {
        this.units = units;
    }

    @Override
    public void accepted(int host, int cycle, long count, long fromNanos, long toNanos) {
        accepted += count;
        while (noted < STEPS && accepted * STEPS >= (noted + 1) * units) {
            noted++;
            seconds[noted] = Math.max(seconds[noted - 1], toNanos / 1e9);
        }
    }

    /** The cycle, which took this long [s]. */
    Outlook outlook(double whole) {
        double[] all = seconds.clone();
        double end = Math.max(whole, Double.MIN_NORMAL);
        Arrays.fill(all, Math.min(noted + 1, STEPS), STEPS + 1, end);
        all[STEPS] = end;
        for (int step = 0; step < STEPS; step++) {
            all[step] = Math.min(all[step], end);
        }
        return new Outlook(all);
    }
}
