package dev.sluice.model.ledger;

import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The idle ledger of a run: attributes each second of each slot to one {@link Cause}. A slot's time runs from its
 * launch or registration to its end or the end of the run. Workers report their slots' times since they began; earlier
 * time is {@link Cause#STARTING}. Events carry the master's time; the class reads no clock. Confined to the master
 * loop, or to the simulator.
 */
public final class RunLedger {
    /** A launched process that has not registered, stored by its {@code token}. */
    private record Launch(int slots, long fromNanos) {}

    private static final class Entry {
        final int slots;
        final long fromNanos;
        /**
         * When the worker's slots began, estimated from its reports. Each report was delayed on its way; the least
         * delayed one counts.
         */
        @Nullable
        Long begunNanos;

        CauseTimes reported = CauseTimes.ZERO;

        /** The part of it that the latest report added. */
        CauseTimes latest = CauseTimes.ZERO;

        /** Reported times before the latest change of the number of slots, and the resulting ledger line. */
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
     * @param estimatedNanos the part of these times that no report covers: between a worker's last report and its loss,
     *     and since the last report of a connected worker, apart from units that are being computed
     */
    public record WorkerTimes(WorkerId worker, CauseTimes times, long estimatedNanos) {}

    /**
     * The ledger of the run.
     *
     * @param times times of all workers, and of launched ones that never registered
     * @param slotNanos slot time: slots times duration, summed over workers [ns]
     * @param estimatedNanos the part of these times that no report covers [ns]
     */
    public record Summary(CauseTimes times, long slotNanos, long estimatedNanos, List<WorkerTimes> workers) {}

    private final Map<String, Launch> launches = new LinkedHashMap<>();
    private final Map<WorkerId, Entry> workers = new LinkedHashMap<>();
    private long neverRegisteredNanos;
    private long startNanos = Long.MIN_VALUE;

    /** Begins the run. Earlier time does not count. */
    public void started(long nowNanos) {
        startNanos = nowNanos;
    }

    /** Records the launch of a worker process. */
    public void launched(String token, int slots, long nowNanos) {
        launches.put(token, new Launch(slots, nowNanos));
    }

    /** Records the end of a launched process. Has no effect if the worker had registered. */
    public void launchEnded(String token, long nowNanos) {
        Launch launch = launches.remove(token);
        if (launch != null) {
            neverRegisteredNanos += launch.slots() * Math.max(0, nowNanos - begin(launch.fromNanos()));
        }
    }

    /**
     * Records a worker's registration; {@code token} may be that of a launch. Returns when the time of its slots
     * begins.
     */
    public long joined(WorkerId worker, String token, int slots, long nowNanos) {
        Launch launch = launches.remove(token);
        Entry entry = new Entry(slots, launch == null ? nowNanos : launch.fromNanos());
        workers.put(worker, entry);
        return begin(entry.fromNanos);
    }

    /** Records a worker's report of its slots' times since they began. */
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
            entry.latest = times.minus(entry.reported);
            entry.reported = times;
        }
    }

    /** Changes the number of slots of a sub-master. Later reports count for the new number only. */
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

    /** Records a broken connection; {@code heldUnits}: the worker was assigned units. */
    public void broke(WorkerId worker, boolean heldUnits, long nowNanos) {
        Entry entry = workers.get(worker);
        if (entry != null && entry.brokeNanos == null) {
            entry.brokeNanos = nowNanos;
            entry.heldUnits = heldUnits;
        }
    }

    /** Records a missed lease: the worker has been unreachable since its last message. */
    public void silent(WorkerId worker) {
        Entry entry = workers.get(worker);
        if (entry != null && entry.brokeNanos == null) {
            entry.brokeNanos = entry.heardNanos;
        }
    }

    /** Records that the worker is connected again, with its times. */
    public void returned(WorkerId worker) {
        Entry entry = workers.get(worker);
        if (entry != null) {
            entry.brokeNanos = null;
            entry.heldUnits = false;
        }
    }

    /** Records that the worker left the run. */
    public void gone(WorkerId worker, long nowNanos) {
        Entry entry = workers.get(worker);
        if (entry != null && entry.goneNanos == null) {
            entry.goneNanos = nowNanos;
        }
    }

    /** The ledger up to {@code endNanos}, which may lie in the past. */
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

    /** The times of one worker up to {@code endNanos}, which may lie in the past. */
    public CauseTimes times(WorkerId worker, long endNanos) {
        Entry entry = workers.get(worker);
        return entry == null ? CauseTimes.ZERO : line(worker, entry, endNanos).times();
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
        // While away the worker was unreachable. Before, it computed if it held units.
        long away = entry.brokeNanos == null
                ? 0
                : Math.min(silent, entry.slots * Math.max(0, end - Math.max(begun, entry.brokeNanos)));
        CauseTimes since = sinceReport(entry, silent - away);
        long running = entry.brokeNanos == null && entry.goneNanos == null ? since.of(Cause.COMPUTE) : 0;
        return new WorkerTimes(worker, times.plus(Cause.INPUTS_LINK, away).plus(since), silent - running);
    }

    /** Time after the latest report. While the worker is connected, it goes on as before the report. */
    private static CauseTimes sinceReport(Entry entry, long nanos) {
        long known = entry.latest.total();
        if (entry.brokeNanos != null || entry.goneNanos != null || known == 0) {
            return CauseTimes.ZERO.plus(entry.heldUnits ? Cause.COMPUTE : Cause.NO_WORK, nanos);
        }
        CauseTimes times = CauseTimes.ZERO;
        for (Cause cause : Cause.values()) {
            times = times.plus(cause, (long) ((double) nanos * entry.latest.of(cause) / known));
        }
        return times.plus(Cause.RUNTIME, nanos - times.total());
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
