package dev.sluice.worker;

import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Units that are computed and whose results are kept here. Neighbours under one nonce are merged, so that its size is
 * that of the gaps. Guarded by the lock of {@link ResultOutbox}.
 */
final class KeptRuns {
    private final TreeMap<Long, ResultRun> runs = new TreeMap<>();

    void addAll(List<ResultRun> more) {
        more.forEach(this::add);
    }

    private void add(ResultRun run) {
        ResultRun merged = run;
        Map.Entry<Long, ResultRun> before = runs.floorEntry(run.firstUnit());
        if (before != null && joins(before.getValue(), run)) {
            runs.remove(before.getKey());
            merged = join(before.getValue(), run);
        }
        ResultRun after = runs.get(merged.endUnit());
        if (after != null && joins(merged, after)) {
            runs.remove(after.firstUnit());
            merged = join(merged, after);
        }
        runs.put(merged.firstUnit(), merged);
    }

    private static boolean joins(ResultRun one, ResultRun next) {
        return one.nonce() == next.nonce()
                && one.endUnit() == next.firstUnit()
                && (long) one.units() + next.units() <= Integer.MAX_VALUE;
    }

    private static ResultRun join(ResultRun one, ResultRun next) {
        return new ResultRun(
                one.attempt(),
                one.nonce(),
                one.firstUnit(),
                one.units() + next.units(),
                one.computeNanos() + next.computeNanos(),
                one.computeSecondsSquared() + next.computeSecondsSquared());
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    List<ResultRun> all() {
        return new ArrayList<>(runs.values());
    }

    static HeldUnits held(ResultRun run) {
        return new HeldUnits(run.attempt(), run.nonce(), run.firstUnit(), run.units());
    }

    void clear() {
        runs.clear();
    }
}
