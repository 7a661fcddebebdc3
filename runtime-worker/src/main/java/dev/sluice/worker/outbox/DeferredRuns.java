package dev.sluice.worker.outbox;

import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Computed units whose results are kept here. Adjacent runs with one nonce are merged, so that the size depends on the
 * number of gaps. Guarded by the lock of {@link ResultOutbox}.
 */
final class DeferredRuns {
    private final TreeMap<Long, ResultRun> runs = new TreeMap<>();

    void addAll(List<ResultRun> more) {
        more.forEach(this::add);
    }

    private void add(ResultRun run) {
        ResultRun merged = run;
        Map.Entry<Long, ResultRun> before = runs.floorEntry(run.firstUnit());
        if (before != null && before.getValue().isContinuedBy(run)) {
            runs.remove(before.getKey());
            merged = before.getValue().with(run);
        }
        ResultRun after = runs.get(merged.endUnit());
        if (after != null && merged.isContinuedBy(after)) {
            runs.remove(after.firstUnit());
            merged = merged.with(after);
        }
        runs.put(merged.firstUnit(), merged);
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
