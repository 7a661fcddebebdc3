package dev.sluice.worker.slot;

import dev.sluice.api.Decoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.Results;
import dev.sluice.api.unit.Printout;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.delivery.ClaimSize;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.parent.Outgoing;
import dev.sluice.worker.isolation.ChildCommand;
import dev.sluice.worker.isolation.IsolationPolicy;
import dev.sluice.worker.outbox.ResultBatch;
import dev.sluice.worker.outbox.ResultOutbox;
import dev.sluice.worker.queue.SlotUnits;
import dev.sluice.worker.queue.WorkQueue;
import dev.sluice.worker.unit.CycleWork;
import dev.sluice.worker.unit.FailureText;
import dev.sluice.worker.unit.LoadedApplication;
import dev.sluice.worker.unit.Outcome;
import dev.sluice.worker.unit.RawCodec;
import dev.sluice.worker.unit.StateLoader;
import dev.sluice.worker.unit.WorkerException;
import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread that computes: claims units, has each computed at its {@link Workplace}, and passes its result to the
 * {@link ResultBatcher}. Everything here belongs to the slot's thread; values read by other threads may lag.
 *
 * <p>When a unit exceeds its time and ignores the interrupt, the thread is given up ({@link Overtime}): it no longer
 * touches shared state, and another slot takes its place.
 */
public final class Slot implements Runnable {
    /**
     * The objects that all slots of a worker share.
     *
     * @param clock monotonic [ns]
     * @param policy decides for one slot where units are computed
     * @param command starts processes for units
     * @param broken called, on any thread, when no process can be started, or the state cannot be loaded
     */
    public record Shared(
            LoadedApplication loaded,
            StateLoader state,
            WorkQueue queue,
            ResultOutbox outbox,
            FlushTimer timer,
            UnitTerms terms,
            Supplier<IsolationPolicy> policy,
            ChildCommand command,
            Consumer<WorkerException> broken) {
        Hosted<Object, Object, Object> application() {
            return loaded.application();
        }

        int slots() {
            return command.slots();
        }

        long nanoTime() {
            return timer.nanoTime();
        }

        Results<Object> results() {
            return loaded.results();
        }
    }

    private final int number;
    private final Shared shared;
    private final Runnable left;
    private final Thread thread;
    private final SlotUnits claim;
    private final InProcess inProcess;
    private final Isolated isolated;
    private final IsolationPolicy policy;
    private final Outcome outcome = new Outcome();
    private final Overtime overtime = new Overtime();
    /** The unit that was cancelled last. Written by the loop, before the mark. */
    private volatile @Nullable HeldUnits cancelled;

    private final ResultBatcher batcher;

    /** The batch that waits while a unit computes; the flush timer may take it. */
    private @Nullable ResultBatch parked;

    /** Tells whether the unit's result is still wanted. */
    private boolean useful;

    private long forecastNanos;
    private long nowNanos;
    private final SlotClock clock = new SlotClock();
    private final CurrentUnit current;
    private final UnitSite site;
    private long totalUnits;

    /** The place that computes the current unit. */
    private volatile Workplace place;

    private volatile boolean hasLeft;
    private volatile long units;

    /** @param left called on the slot's thread when the slot has computed and delivered all its units */
    Slot(int number, Shared shared, Runnable left) {
        this.number = number;
        this.shared = shared;
        this.left = left;
        this.site = new UnitSite(shared.terms().seed());
        this.current = new CurrentUnit(clock, site);
        this.inProcess = new InProcess(shared.application(), shared.state(), site, clock, shared::nanoTime);
        this.place = inProcess;
        this.isolated = new Isolated(shared.command(), shared.broken(), site, clock);
        this.policy = shared.policy().get();
        this.batcher = new ResultBatcher(number, shared);
        this.thread = new Thread(this, "slot-" + number);
        this.claim = new SlotUnits(number - 1, thread);
        thread.setDaemon(true);
    }

    Thread thread() {
        return thread;
    }

    int number() {
        return number;
    }

    SlotClock clock() {
        return clock;
    }

    /** The output of its latest unit; null if it has none. Any thread. */
    @Nullable
    Printout printout() {
        return site.printout();
    }

    /** Units computed so far. */
    long units() {
        return units;
    }

    /**
     * The unit that the application is computing; null if there is none. Exact only for a thread that is stuck in it.
     */
    @Nullable
    public HeldUnits running() {
        return current.running();
    }

    /** The unit that is being decoded or computed at this instant; null if there is none. */
    @Nullable
    HeldUnits computing() {
        return current.isComputing() ? running() : null;
    }

    /**
     * The unit that is being computed, or for which the slot prepares, if it has been for so long that the master
     * should know; null if there is none. Called on the loop for each beat; the slot prepares from the first that sees
     * it.
     *
     * @param host of this worker
     * @param pid of this process
     */
    @Nullable
    LongUnit longUnit(long nowNanos, String host, long pid) {
        isolated.look();
        return current.ifLong(
                nowNanos, host, () -> place == isolated ? isolated.process().orElse(pid) : pid);
    }

    /**
     * Marks a unit that computes for too long: it will have failed when it ends. From the second call on its thread is
     * interrupted. Called on the loop, repeatedly while the unit computes.
     */
    void stop(HeldUnits unit) {
        overtime.condemn(unit, () -> place.interrupt(thread));
    }

    /** Marks a unit whose result nobody wants, and interrupts it from the second call on. Called on the loop. */
    void cancel(HeldUnits unit) {
        cancelled = unit;
        stop(unit);
    }

    /** Interrupts the unit, because the worker ends and no longer needs its result. Any thread. */
    void interrupt() {
        thread.interrupt();
        if (current.isComputing()) {
            isolated.close();
        }
    }

    /** Lets the process for units finish if the slot has left, else kills it. Any thread, after the end of work. */
    void endProcess() {
        if (hasLeft) {
            isolated.end();
        } else {
            isolated.close();
        }
    }

    /** Waits for the end of the process; false if it did not end by itself. */
    boolean awaitProcess(long deadlineNanos) throws InterruptedException {
        return isolated.awaitEnd(deadlineNanos);
    }

    /**
     * Gives the thread up, because the unit was told to stop and has not: reports the unit and leaves the thread alone.
     * False if the unit has ended in the meantime. On the loop.
     */
    boolean giveUp(HeldUnits unit, long nanos) {
        if (!overtime.giveUp(unit)) {
            return false;
        }
        isolated.close();
        clock.stop(thread);
        clock.giveUp(nanos);
        ResultBatch waiting = batcher.surrender();
        if (waiting != null) {
            sendFromLoop(waiting.finish());
        }
        String text = tooLong() + ", and did not stop when its thread was interrupted";
        String stack = FailureText.stack(thread.getStackTrace());
        sendFromLoop(awaited(Outgoing.Failure.of(current.cycle(), unit, ErrorCode.UNIT_TIMEOUT, "", text, stack, 1)
                .on(number, shared.nanoTime(), nanos)));
        shared.queue().abandon(claim);
        return true;
    }

    /** Counts the slot as left, because its thread is given up and no other takes its place. */
    void dismiss() {
        left.run();
    }

    private void sendFromLoop(Outgoing what) {
        if (what instanceof Outgoing.Fold) {
            shared.outbox().send(what); // which never waits for room
        } else {
            shared.outbox().sendNow(what);
        }
    }

    private String tooLong() {
        String seconds = BigDecimal.valueOf(shared.terms().timeoutNanos(), 9)
                .stripTrailingZeros()
                .toPlainString();
        return "ran longer than " + seconds + " s";
    }

    @Override
    public void run() {
        enter();
        while (!overtime.isGivenUp() && next()) {
            computeClaim();
        }
        leave();
    }

    // ---- the steps of a slot, which run() takes one after the other, and tests in virtual time

    /** The first step: registers the slot with the queue. */
    public void enter() {
        shared.queue().enter(claim);
        if (policy.always()) {
            isolated.warmUp();
        }
        nowNanos = shared.nanoTime();
    }

    /** The last step: delivers the remaining results. */
    public void leave() {
        if (overtime.isGivenUp()) {
            shared.queue().leave(claim);
            return;
        }
        batcher.flush();
        clock.stop(thread);
        hasLeft = true;
        left.run();
    }

    /** CPU time in compute, here and in processes for units [ns]; 0 if the platform does not report it. Any thread. */
    long cpuNanos() {
        return clock.cpuNanos(thread) + isolated.computeCpuNanos();
    }

    /** CPU time of the processes for units [ns]. Any thread. */
    long processCpuNanos() {
        return isolated.processCpuNanos();
    }

    /** The pid of its process for units; empty if it has none. Any thread. */
    OptionalLong process() {
        return isolated.process();
    }

    ResultBatcher batcher() {
        return batcher;
    }

    /** Waits for units; false when no more come. */
    private boolean next() {
        WorkQueue.Look look = look(true);
        while (look == WorkQueue.Look.IDLE || look == WorkQueue.Look.BESIDE_WAITING) {
            shared.queue().park(claim, look);
            look = look(false);
        }
        return look == WorkQueue.Look.TAKEN;
    }

    /**
     * Looks for units without blocking.
     *
     * @param first whether the slot has just become idle
     */
    public WorkQueue.Look look(boolean first) {
        if (first) {
            if (shared.queue().tryClaim(claim, forecastNanos, shared.nanoTime())) {
                return WorkQueue.Look.TAKEN;
            }
            batcher.flush();
        }
        nowNanos = shared.nanoTime();
        return shared.queue().look(claim, forecastNanos, shared.outbox().largeOnTheWay(), first, nowNanos);
    }

    /** Ends a wait that began with {@link #look}. */
    public void endWait() {
        shared.queue().endWait(claim);
    }

    public SlotUnits claim() {
        return claim;
    }

    private void computeClaim() {
        openClaim();
        for (long unit = claim.startNext(); unit >= 0; unit = claim.startNext()) {
            compute(unit);
            deliver(unit);
        }
        closeClaim();
    }

    /** Chooses where to compute the claimed units. */
    public void openClaim() {
        site.occupies(claim.run().needs().processors());
        CycleWork work = claim.cycle();
        if (work.number() != current.cycle()) {
            batcher.begin(work.number());
            current.begin(work.number());
            forecastNanos = 0;
        }
        place = choose();
        current.of(claim.run());
    }

    /** Closes the claim: all its units are delivered, or other slots have them. */
    public void closeClaim() {
        if (overtime.isGivenUp()) {
            return;
        }
        current.of(null);
        inProcess.release();
        clock.publish();
        units = totalUnits;
    }

    /** Chooses the workplace. Units need not wait for the start of the first process. */
    private Workplace choose() {
        if (!policy.apart()) {
            return inProcess;
        }
        isolated.warmUp();
        return policy.always() || isolated.isWarm() ? isolated : inProcess;
    }

    /** Computes a started unit. */
    public void compute(long unit) {
        current.is(unit);
        parked = batcher.park(nowNanos, forecastNanos);
        CycleWork work = claim.cycle();
        Decoder inputs = claim.decoder();
        Workplace at = place;
        outcome.clear();
        useful = at.isReady(work) || prepare(at, work);
        useful = useful && (outcome.isFailure() || at.admit(work));
        if (useful && !outcome.isFailure()) {
            site.begin(current.cycle(), unit);
            current.computing(true);
            at.compute(inputs, outcome);
            current.computing(false);
            if (outcome.isFailure()) {
                outcome.took(clock.sinceEntered(shared.nanoTime()));
            }
            clock.leave(outcome.nanos());
        } else {
            inputs.readSized(RawCodec.RAW); // passes over it
        }
    }

    /** Delivers the outcome of the unit. */
    public void deliver(long unit) {
        AttemptRun run = claim.run();
        ResultBatch waiting = parked;
        parked = null;
        boolean late = overtime.any() && overtime.concerns(run.held(unit));
        if (late && overtime.isGivenUp()) {
            return; // the batch that waited, too, is somebody else's now
        }
        batcher.takeBack(waiting);
        if (!useful) {
            return;
        }
        if (late) {
            failLate(run, unit, place.stopped(outcome));
        } else if (outcome.isFailure()) {
            nowNanos = shared.nanoTime();
            Thread.interrupted(); // the flag was meant for this unit
            fail(run, unit);
        } else {
            nowNanos = outcome.endNanos();
            count(outcome.nanos());
            if (!batcher.add(run, unit, outcome, nowNanos, claim.unstarted())) {
                fail(run, unit);
            }
        }
    }

    /**
     * The first slot loads the state, and in each cycle the setup; the others wait for it. False if the unit is not to
     * be computed. Without its state the worker leaves: its units are not at fault, and others compute them.
     */
    private boolean prepare(Workplace at, CycleWork work) {
        long from = shared.nanoTime();
        current.preparing(true);
        boolean useful = at.prepare(work, outcome);
        current.preparing(false);
        nowNanos = shared.nanoTime();
        clock.waitedForSetup(nowNanos - from);
        if (useful && outcome.code() == ErrorCode.STATE_NOT_LOADED) {
            shared.broken().accept(StateLoader.lost(outcome));
            return false;
        }
        return useful;
    }

    private void failLate(AttemptRun run, long unit, String stopped) {
        nowNanos = shared.nanoTime();
        policy.computed(shared.terms().timeoutNanos());
        if (run.held(unit).equals(cancelled)) {
            return; // the master has dropped it
        }
        String type = outcome.isFailure() ? outcome.type() : "";
        String stack = outcome.isFailure() ? outcome.stack() : "";
        report(Outgoing.Failure.of(
                current.cycle(), run.held(unit), ErrorCode.UNIT_TIMEOUT, type, tooLong() + stopped, stack, 1));
    }

    private void count(long nanos) {
        forecastNanos = ClaimSize.forecastNanos(forecastNanos, nanos);
        totalUnits++;
        policy.computed(nanos);
    }

    private void fail(AttemptRun run, long unit) {
        report(outcome.failure(current.cycle(), run.held(unit)));
    }

    private void report(Outgoing.Failure failure) {
        batcher.flush(); // what came before it counts before it
        shared.outbox().send(awaited(failure.on(number, nowNanos, outcome.nanos())));
    }

    /**
     * The failure. If nothing has succeeded here since the last one, the slot begins no unit until it is answered: the
     * master may want to take back what this worker has, because all its units fail.
     */
    private Outgoing.Failure awaited(Outgoing.Failure failure) {
        return shared.outbox().returnedSome()
                ? failure
                : failure.then(shared.queue().hold(claim));
    }
}
