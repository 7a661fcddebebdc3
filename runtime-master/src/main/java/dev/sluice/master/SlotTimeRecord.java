package dev.sluice.master;

import dev.sluice.master.record.Durations;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.regime.CourseRecorder;
import dev.sluice.net.message.SubMasterWorkers;
import java.util.function.LongSupplier;

/**
 * Records the times of slots by cause: as workers report them, and at their end what no report covers. Confined to the
 * master loop.
 */
final class SlotTimeRecord {
    private final RunRecorder recorder;
    private final CourseRecorder course;
    private final RunProgress progress;
    private final Durations starts;
    private final LongSupplier clock;

    /**
     * @param starts of workers, each once
     * @param clock monotonic [ns]
     */
    SlotTimeRecord(
            RunRecorder recorder, CourseRecorder course, RunProgress progress, Durations starts, LongSupplier clock) {
        this.recorder = recorder;
        this.course = course;
        this.progress = progress;
        this.starts = starts;
        this.clock = clock;
    }

    /**
     * Records the times of the slots since they began, as a worker reports them. The first report waits for the second,
     * because each may be late, and the less late one says when the slots began.
     */
    void reported(WorkerEntry entry, CauseTimes sinceBegun) {
        CauseTimes more = sinceBegun.minus(entry.reportedTimes);
        long atNanos = clock.getAsLong();
        if (more.total() == 0 || entry.slots == 0) {
            return;
        }
        if (entry.recordedTimes == CauseTimes.ZERO && !entry.branch) {
            long begunNanos = atNanos - more.total() / entry.slots;
            boolean first = !entry.reported;
            entry.begunNanos = first ? begunNanos : Math.min(entry.begunNanos, begunNanos);
            entry.reported = true;
            if (first) {
                return;
            }
            long fromNanos = Math.max(entry.recordedFromNanos, progress.startNanos());
            starting(entry, entry.slots * Math.max(0, entry.begunNanos - fromNanos));
        }
        entry.reportedTimes = sinceBegun;
        add(entry, more, progress.since(atNanos));
    }

    /** Records the time before the slots of a worker began; once for each worker. */
    private void starting(WorkerEntry entry, long nanos) {
        long from = progress.since(entry.recordedFromNanos);
        long each = nanos / Math.max(1, entry.slots);
        starts.add(1, each);
        add(entry, CauseTimes.ZERO.plus(Cause.STARTING, nanos), from + each);
    }

    private void add(WorkerEntry entry, CauseTimes more, long atNanos) {
        course.reported(entry.host, more, atNanos - more.total() / Math.max(1, entry.slots), atNanos);
        recorder.reported(entry.recorded, more, atNanos);
        entry.recordedTimes = entry.recordedTimes.plus(more);
    }

    /**
     * Records what no report covers. The ledger does not know spans; they count before what it estimates.
     *
     * @param times of its slots, as the ledger has them at the end
     * @param atNanos time since the start of the run [ns]
     */
    void settle(WorkerEntry entry, CauseTimes times, long atNanos) {
        CauseTimes more = times.minus(entry.recordedTimes);
        long ahead = Math.max(0, recorder.aheadNanos(entry.recorded) - more.of(Cause.COMPUTE));
        CauseTimes rest = more.atMost(Math.max(0, more.total() - ahead));
        if (entry.recordedTimes == CauseTimes.ZERO && !entry.branch) {
            starting(entry, rest.of(Cause.STARTING));
            rest = rest.minus(entry.recordedTimes);
        }
        add(entry, rest, atNanos);
    }

    /** Records a sub-master's report of workers below it. */
    void below(WorkerEntry entry, SubMasterWorkers news) {
        for (SubMasterWorkers.Line line : news.workers()) {
            SubMasterWorkers.Line known = entry.below.get(line.name());
            if (line.isDeepest() || known == null && entry.below.size() >= WorkerEntry.MOST_BELOW) {
                continue;
            }
            int number = entry.recordedBelow.computeIfAbsent(line.name(), name -> joinedBelow(entry, line));
            entry.belowFromNanos.merge(entry.id + "/" + line.name(), now() - age(line), Math::min);
            CauseTimes before = known == null ? CauseTimes.ZERO : known.stats().causes();
            recorder.reported(number, line.stats().causes().minus(before), now());
        }
    }

    /** Records a worker of a sub-master, when its slots began. */
    private int joinedBelow(WorkerEntry entry, SubMasterWorkers.Line line) {
        return recorder.joined(entry.id + "/" + line.name(), line.host(), line.slots(), true, now() - age(line));
    }

    private static long age(SubMasterWorkers.Line line) {
        return line.stats().causes().total() / Math.max(1, line.slots());
    }

    private long now() {
        return progress.since(clock.getAsLong());
    }
}
