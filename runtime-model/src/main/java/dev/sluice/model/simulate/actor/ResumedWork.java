package dev.sluice.model.simulate.actor;

import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.OpenCycle.HeldRun;
import dev.sluice.model.schedule.OpenCycle.OpenWorker;
import dev.sluice.model.schedule.OpenCycle.RunningAge;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.model.simulate.network.Messages.Kind;
import java.util.Iterator;
import java.util.List;

/**
 * Gives a worker the units that it held when the simulation began: some are being computed, some are queued, and the
 * results of others are deferred. Confined to its run.
 */
final class ResumedWork {
    private final RunContext context;
    private final WorkerModel worker;
    private final OpenWorker from;
    private final Iterator<RunningAge> running;

    ResumedWork(RunContext context, WorkerModel worker, OpenWorker from) {
        this.context = context;
        this.worker = worker;
        this.from = from;
        this.running = from.running().iterator();
    }

    void take() {
        for (HeldRun held : from.held()) {
            held.completed().forEach((first, end) -> worker.keep(deferred(held.run(), first, end)));
            UnitRanges working = held.open().copy();
            held.completed().forEach(working::remove);
            working.forEach((first, end) -> take(held.run(), first, end));
        }
    }

    private void take(AttemptRun run, long first, long end) {
        long had = worker.master.feed.had(worker.seat, run, first, end);
        long next = first;
        while (next < had && running.hasNext()) {
            SlotModel slot = worker.takeIdle();
            if (slot == null) {
                break;
            }
            long since = context.nowNanos() - running.next().ageNanos();
            slot.resume(run, worker.cycle(), next++, since);
        }
        if (next < had) {
            worker.take(new Handed(worker.cycle(), run, next, had).decided(-1, Lull.NONE), 0);
        }
    }

    private Returned deferred(AttemptRun run, long first, long end) {
        int count = (int) (end - first);
        long bytes = 0;
        for (long unit = first; unit < end; unit++) {
            bytes += context.workload().resultBytes(worker.cycle(), unit);
        }
        double seconds = from.pace().seconds();
        long nanos = Math.round(count * seconds * 1e9);
        ResultRun all = ResultRun.of(run.attemptOf(first), run.nonce(), first, count, nanos, count * seconds * seconds);
        return new Returned(worker.seat, Kind.RESULTS, worker.cycle(), List.of(all), count, bytes);
    }
}
