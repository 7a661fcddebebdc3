package dev.sluice.master.submaster;

import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import java.util.ArrayList;
import java.util.List;

/**
 * The compute time of units whose completion was reported to the parent master in this cycle, and whose results workers
 * below keep. Only its sum is known: a report that has to be repeated gives each unit the mean. Confined to the loop.
 */
final class CompletedUnits {
    private long units;
    private long nanos;
    private double secondsSquared;

    /** Records units whose completion is being reported. */
    void add(ResultRun run) {
        units += run.units();
        nanos += run.computeNanos();
        secondsSquared += run.computeSecondsSquared();
    }

    /** Runs that report the completion of these units once more. */
    List<ResultRun> among(List<HeldUnits> told) {
        List<ResultRun> again = new ArrayList<>();
        for (HeldUnits each : told) {
            double share = (double) each.units() / Math.max(1, units);
            again.add(ResultRun.of(
                    each.attempt(),
                    each.nonce(),
                    each.firstUnit(),
                    Math.toIntExact(each.units()),
                    Math.round(nanos * share),
                    secondsSquared * share));
        }
        return again;
    }

    /** Forgets them, because the cycle is over. */
    void clear() {
        units = 0;
        nanos = 0;
        secondsSquared = 0;
    }
}
