package dev.sluice.model.simulate.actor;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.delivery.ClaimSize;
import dev.sluice.model.delivery.ResultBatching;
import dev.sluice.model.delivery.ResultRuns;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.event.EventQueue;
import dev.sluice.model.simulate.network.Messages.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Models a slot of a worker, as the worker's {@code Slot} and {@code ResultBatcher}: claims units, computes them,
 * batches their results. Units that are claimed together are computed in one event. Confined to its run.
 */
final class SlotModel implements QueueModel.Taker {
    private enum State {
        IDLE,
        COMPUTING,
        /** The slot's results do not fit into the master's window. */
        HELD_UP,
        GONE
    }

    private static final int MOST_STEPS = 32;

    final int index;
    private final RunContext context;
    private final WorkerModel worker;
    private int occupies;

    private int number;
    private State state = State.IDLE;
    private long forecastNanos;
    private final ResultRuns batch = new ResultRuns();
    private int batchCycle;
    private long batchBytes;

    private @Nullable AttemptRun attempts;
    private int cycle = -1;
    private long firstUnit;
    private int units;
    private long startNanos;
    private long endNanos;

    /** When the slot became free before the simulation began, or -1. */
    private long freeSinceNanos = -1;

    private long computeWork;
    private double besideWork;

    private @Nullable Returned heldUp;
    private boolean claimed;

    SlotModel(RunContext context, WorkerModel worker, int index) {
        this.context = context;
        this.worker = worker;
        this.index = index;
    }

    /** Gives the slot its number among all slots of the run, before it computes anything. */
    void number(int among) {
        number = among;
    }

    @Override
    public int occupies() {
        return occupies;
    }

    @Override
    public void occupies(int count) {
        occupies = count;
    }

    @Override
    public long forecastNanos() {
        return forecastNanos;
    }

    /** Wakes the slot because there is work. */
    void wake() {
        worker.ledger.waits.busy(index);
        advance();
    }

    @Override
    public void take(AttemptRun of, int ofCycle, long first, int count) {
        attempts = of;
        firstUnit = first;
        units = count;
        if (ofCycle != cycle) {
            cycle = ofCycle;
            forecastNanos = 0;
            batch.clear(); // its results belong to an ended cycle
        }
    }

    /** Continues a unit that has been computed since an earlier time, before the simulation began. */
    void resume(AttemptRun of, int ofCycle, long unit, long sinceNanos) {
        take(of, ofCycle, unit, 1);
        worker.occupy(this, of);
        freeSinceNanos = sinceNanos;
        compute();
    }

    /** Sets the forecast time of a unit of this cycle, as earlier units showed it [ns]. */
    void expect(int ofCycle, long nanos) {
        cycle = ofCycle;
        forecastNanos = nanos;
    }

    /** Continues after a unit or a wait: sends a full batch, and claims the next units. */
    private void advance() {
        if (!batch.isEmpty() && isFull() && !flush()) {
            return;
        }
        if (worker.claim(this)) {
            begin();
        } else {
            state = State.IDLE;
            freeSinceNanos = -1;
            worker.idle(this);
        }
    }

    private boolean isFull() {
        long together = context.workload().together();
        return ResultBatching.isFull(batchBytes, batch.units(), worker.queued(), worker.slots.length, together);
    }

    private long batchAge() {
        return context.nowNanos() - batch.bornNanos();
    }

    private void begin() {
        claimed = true;
        if (!batch.isEmpty()) {
            if (!ResultBatching.isOld(batchAge(), forecastNanos)) {
                worker.armFlush();
            } else if (!flush()) {
                return;
            }
        }
        compute();
    }

    private void compute() {
        claimed = false;
        state = State.COMPUTING;
        startNanos = freeSinceNanos >= 0 ? freeSinceNanos : context.nowNanos();
        freeSinceNanos = -1;
        Workload workload = context.workload();
        long work = 0;
        for (long unit = firstUnit; unit < firstUnit + units; unit++) {
            work += workload.computeNanos(cycle, unit);
        }
        computeWork = work;
        besideWork = context.overheads().claimed(units, worker.units());
        double busy = work * context.workload().cpuShare() + besideWork;
        endNanos = later(worker.course.finish(startNanos, busy), work * worker.waitingPerWork);
        if (endNanos != Long.MAX_VALUE) {
            context.events().add(Math.max(endNanos, context.nowNanos()), EventQueue.SLOT, number);
        }
    }

    private static long later(long end, double waitingNanos) {
        return waitingNanos == 0 || end == Long.MAX_VALUE ? end : end + Math.round(waitingNanos);
    }

    /** Handles the end of the claimed units. */
    void computed() {
        AttemptRun of = attempts;
        if (state != State.COMPUTING || of == null) {
            return; // the slot's worker was lost
        }
        long end = endNanos;
        freeSinceNanos = end < context.nowNanos() ? end : -1;
        long computeNanos = end - startNanos;
        double stretch = 1;
        if (besideWork > 0 || units > 1) {
            double work = computeWork + besideWork;
            stretch = work == 0 ? 0 : computeNanos / work;
            computeNanos = Math.min(computeNanos, (long) (computeWork * stretch + 0.5));
        }
        worker.ledger.spent(index, Cause.COMPUTE, startNanos, startNanos + computeNanos);
        worker.ledger.spent(index, Cause.RUNTIME, startNanos + computeNanos, end);
        context.timeline()
                .computed(
                        worker.seat.host, index, cycle, firstUnit, units, startNanos, startNanos + computeNanos, true);
        worker.computed(units);
        if (units == 1) {
            forecast(computeNanos);
        } else {
            for (int i = 0; i < Math.min(units, MOST_STEPS); i++) {
                forecast(computeNanos / units);
            }
        }
        if (cycle == worker.cycle()) {
            addResults(of, stretch, computeNanos);
        }
        advance();
    }

    private void forecast(long nanos) {
        forecastNanos = ClaimSize.forecastNanos(forecastNanos, nanos);
    }

    private void addResults(AttemptRun of, double stretch, long computeNanos) {
        if (batch.isEmpty() || batchCycle != cycle) {
            batch.clear();
            batchCycle = cycle;
            batchBytes = 0;
        }
        long now = context.nowNanos();
        boolean sized = context.terms().results() != ResultsKind.ACCUMULATED;
        for (long unit = firstUnit; unit < firstUnit + units; unit++) {
            long nanos =
                    units == 1 ? computeNanos : Math.round(context.workload().computeNanos(cycle, unit) * stretch);
            batch.add(of, unit, nanos, now);
            batchBytes += sized ? context.workload().resultBytes(cycle, unit) : 0;
        }
    }

    private Returned finish() {
        int count = batch.units();
        return new Returned(worker.seat, Kind.RESULTS, batchCycle, batch.take(), count, batchBytes);
    }

    /** Hands the batch over; false if the slot must wait with it. */
    private boolean flush() {
        Returned what = finish();
        if (worker.outbox.mustWait(what)) {
            state = State.HELD_UP;
            freeSinceNanos = -1;
            startNanos = context.nowNanos();
            heldUp = what;
            worker.ledger.heldUp(startNanos);
            worker.outbox.holdUp(this);
            return false;
        }
        worker.outbox.put(what);
        return true;
    }

    @Nullable
    Returned heldUp() {
        return heldUp;
    }

    /** Continues after room was made. */
    void release() {
        Returned what = heldUp;
        if (state != State.HELD_UP || what == null) {
            return;
        }
        heldUp = null;
        worker.ledger.released(index, startNanos, context.nowNanos());
        worker.outbox.put(what);
        if (claimed) {
            compute();
        } else {
            advance();
        }
    }

    /**
     * Sends a batch of at least this age that waits for the running unit. Returns the age of a batch that stays, or -1.
     */
    long flushOlder(long ageNanos) {
        if (batch.isEmpty() || state != State.COMPUTING || batchCycle != worker.cycle()) {
            return -1;
        }
        long age = batchAge();
        if (age < ageNanos || !worker.outbox.fitsOrIsKept(batchBytes)) {
            return age;
        }
        worker.outbox.put(finish());
        return -1;
    }

    /** Ends the slot because its worker is gone or the run is over. Running time counts until now. */
    void end() {
        long now = context.nowNanos();
        if (state == State.COMPUTING) {
            worker.ledger.spent(index, Cause.COMPUTE, startNanos, now);
            context.timeline().computed(worker.seat.host, index, cycle, firstUnit, units, startNanos, now, false);
        } else if (state == State.HELD_UP) {
            worker.ledger.released(index, startNanos, now);
        }
        state = State.GONE;
    }
}
