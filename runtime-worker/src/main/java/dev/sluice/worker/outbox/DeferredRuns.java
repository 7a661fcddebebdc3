package dev.sluice.worker.outbox;

import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Computed units whose results are kept here. Adjacent runs with one nonce are merged, so that the size depends on the
 * number of gaps. A unit that was computed twice is named twice: the master refuses a value that counts it twice.
 * Guarded by the lock of {@link ResultOutbox}.
 */
final class DeferredRuns {
    private final TreeMap<Long, ResultRun> runs = new TreeMap<>();

    /** Runs of units that are in {@link #runs} under another attempt. */
    private @Nullable DeferredRuns again;

    void addAll(List<ResultRun> more) {
        more.forEach(this::add);
    }

    private void add(ResultRun run) {
        if (has(run)) {
            DeferredRuns twice = again == null ? new DeferredRuns() : again;
            twice.add(run);
            again = twice;
            return;
        }
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

    private boolean has(ResultRun run) {
        Map.Entry<Long, ResultRun> before = runs.lowerEntry(run.endUnit());
        return before != null && before.getValue().endUnit() > run.firstUnit();
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    List<ResultRun> all() {
        List<ResultRun> all = new ArrayList<>(runs.values());
        if (again != null) {
            all.addAll(again.all());
        }
        return all;
    }

    static HeldUnits held(ResultRun run) {
        return new HeldUnits(run.attempt(), run.nonce(), run.firstUnit(), run.units());
    }

    void clear() {
        runs.clear();
        again = null;
    }
}
