package dev.sluice.model.ledger;

import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The idle ledger of a run: each second of each slot, from when the slot was known or being started to when it was gone
 * or the run over, under one {@link Cause}. Workers report what their slots did since they began; the time before that
 * is {@link Cause#STARTING}. Told what happens, with the master's time; reads no clock. Confined to the master loop, or
 * to the simulator.
 */
public final class RunLedger {
    /** A process that was launched and has not registered; {@code token} is whatever names it. */
    private record Launch(int slots, long fromNanos) {}

    private static final class Entry {
        final int slots;
        final long fromNanos;
        /** When its slots began, as far as the reports tell: each was on its way for a while, the quickest counts. */
        @Nullable
        Long begunNanos;

        CauseTimes reported = CauseTimes.ZERO;

        /** What its reports said before it had this number of slots, and what became of that time. */
        CauseTimes reportedBefore = CauseTimes.ZERO;

        @Nullable
        WorkerTimes earlier;

        long earlierSlotNanos;

        @Nullable
        Long brokeNanos;

        @Nullable
        Long goneNanos;

        boolean heldUnits;
        long heardNanos;

        Entry(int slots, long fromNanos) {
            this.slots = slots;
            this.fromNanos = fromNanos;
            this.heardNanos = fromNanos;
        }
    }

    /**
     * The ledger of one worker.
     *
     * @param estimatedNanos of these, what no report covers: between a worker's last word and its loss
     */
    public record WorkerTimes(WorkerId worker, CauseTimes times, long estimatedNanos) {}

    /**
     * The whole ledger.
     *
     * @param times of all workers, and of launched ones that never registered
     * @param slotNanos slots times how long each was there [ns]
     * @param estimatedNanos of these, what no report covers [ns]
     */
    public record Summary(CauseTimes times, long slotNanos, long estimatedNanos, List<WorkerTimes> workers) {}

    private final Map<String, Launch> launches = new LinkedHashMap<>();
    private final Map<WorkerId, Entry> workers = new LinkedHashMap<>();
    private long neverRegisteredNanos;
    private long startNanos = Long.MIN_VALUE;

    /** The run begins; what is known already counts from here. */
    public void started(long nowNanos) {
        startNanos = nowNanos;
    }

    /** A worker is being started here. */
    public void launched(String token, int slots, long nowNanos) {
        launches.put(token, new Launch(slots, nowNanos));
    }

    /** It ended; nothing follows if it had registered. */
    public void launchEnded(String token, long nowNanos) {
        Launch launch = launches.remove(token);
        if (launch != null) {
            neverRegisteredNanos += launch.slots() * Math.max(0, nowNanos - begin(launch.fromNanos()));
        }
    }

    /** A worker registered; {@code token} may be that of a launch. */
    public void joined(WorkerId worker, String token, int slots, long nowNanos) {
        Launch launch = launches.remove(token);
        workers.put(worker, new Entry(slots, launch == null ? nowNanos : launch.fromNanos()));
    }

    /** A worker says what its slots did since they began. */
    public void reported(WorkerId worker, CauseTimes sinceBegun, long nowNanos) {
        Entry entry = workers.get(worker);
        if (entry == null || entry.goneNanos != null || entry.slots == 0) {
            return;
        }
        CauseTimes times = sinceBegun.minus(entry.reportedBefore);
        if (times.total() < entry.reported.total()) {
            return;
        }
        entry.heardNanos = nowNanos;
        if (times.total() > 0 || entry.begunNanos != null) {
            long begun = nowNanos - times.total() / entry.slots;
            entry.begunNanos = entry.begunNanos == null ? begun : Math.min(entry.begunNanos, begun);
            entry.reported = times;
        }
    }

    /** A sub-master stands for so many slots from here on; all that its reports say from now on is of these. */
    public void resized(WorkerId worker, int slots, long nowNanos) {
        Entry old = workers.get(worker);
        if (old == null || old.goneNanos != null || old.slots == slots) {
            return;
        }
        Entry next = new Entry(slots, nowNanos);
        next.reportedBefore = old.reportedBefore.plus(old.reported);
        next.earlier = line(worker, old, nowNanos);
        next.earlierSlotNanos = life(old, nowNanos);
        workers.put(worker, next);
    }

    /** Its connection broke; {@code heldUnits} when it was to compute some. */
    public void broke(WorkerId worker, boolean heldUnits, long nowNanos) {
        Entry entry = workers.get(worker);
        if (entry != null && entry.brokeNanos == null) {
            entry.brokeNanos = nowNanos;
            entry.heldUnits = heldUnits;
        }
    }

    /** It has not been heard for too long: since its last word it could not be reached. */
    public void silent(WorkerId worker) {
        Entry entry = workers.get(worker);
        if (entry != null && entry.brokeNanos == null) {
            entry.brokeNanos = entry.heardNanos;
        }
    }

    /** It is back, with all it knows. */
    public void returned(WorkerId worker) {
        Entry entry = workers.get(worker);
        if (entry != null) {
            entry.brokeNanos = null;
            entry.heldUnits = false;
        }
    }

    /** It is no worker of this run any more. */
    public void gone(WorkerId worker, long nowNanos) {
        Entry entry = workers.get(worker);
        if (entry != null && entry.goneNanos == null) {
            entry.goneNanos = nowNanos;
        }
    }

    /** The ledger until {@code endNanos}, which may lie in the past. */
    public Summary summary(long endNanos) {
        CauseTimes all = CauseTimes.ZERO.plus(Cause.STARTING, neverRegisteredNanos);
        long slotNanos = neverRegisteredNanos;
        long estimated = 0;
        for (Launch launch : launches.values()) {
            long waited = launch.slots() * Math.max(0, endNanos - begin(launch.fromNanos()));
            all = all.plus(Cause.STARTING, waited);
            slotNanos += waited;
        }
        List<WorkerTimes> lines = new ArrayList<>();
        for (Map.Entry<WorkerId, Entry> each : workers.entrySet()) {
            WorkerTimes line = line(each.getKey(), each.getValue(), endNanos);
            lines.add(line);
            all = all.plus(line.times());
            estimated += line.estimatedNanos();
            slotNanos += life(each.getValue(), endNanos);
        }
        return new Summary(all, slotNanos, estimated, lines);
    }

    private WorkerTimes line(WorkerId worker, Entry entry, long endNanos) {
        WorkerTimes now = lineNow(worker, entry, endNanos);
        WorkerTimes before = entry.earlier;
        return before == null
                ? now
                : new WorkerTimes(
                        worker, before.times().plus(now.times()), before.estimatedNanos() + now.estimatedNanos());
    }

    private WorkerTimes lineNow(WorkerId worker, Entry entry, long endNanos) {
        long end = end(entry, endNanos);
        long from = Math.min(end, begin(entry.fromNanos));
        if (entry.begunNanos == null) {
            return new WorkerTimes(worker, CauseTimes.ZERO.plus(Cause.STARTING, entry.slots * (end - from)), 0);
        }
        long begun = Math.max(from, Math.min(end, entry.begunNanos));
        long silent = entry.slots * (end - begun) - entry.reported.total();
        CauseTimes times = entry.reported.plus(Cause.STARTING, entry.slots * (begun - from));
        if (silent <= 0) {
            return new WorkerTimes(worker, times.atMost(entry.slots * (end - from)), 0);
        }
        // Away, it could not be reached; before, it computed if it was to compute something.
        long away = entry.brokeNanos == null
                ? 0
                : Math.min(silent, entry.slots * Math.max(0, end - Math.max(begun, entry.brokeNanos)));
        return new WorkerTimes(
                worker,
                times.plus(Cause.INPUTS_LINK, away)
                        .plus(entry.heldUnits ? Cause.COMPUTE : Cause.NO_WORK, silent - away),
                silent);
    }

    private long life(Entry entry, long endNanos) {
        long end = end(entry, endNanos);
        return entry.earlierSlotNanos + entry.slots * (end - Math.min(end, begin(entry.fromNanos)));
    }

    private static long end(Entry entry, long endNanos) {
        return entry.goneNanos == null ? endNanos : Math.min(entry.goneNanos, endNanos);
    }

    private long begin(long fromNanos) {
        return Math.max(fromNanos, startNanos);
    }
}
