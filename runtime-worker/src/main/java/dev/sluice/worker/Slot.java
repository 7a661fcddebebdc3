package dev.sluice.worker;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.Results;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.UnitTerms;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One thread that computes: claims units, has each computed at its {@link Workplace}, encodes the result into a batch,
 * and hands the batch to the outbox. While a unit is computed, a batch that waits lies in {@link #parked}, from where
 * the flush timer may take it; whoever swaps it out owns it. Everything else here belongs to the slot's thread; figures
 * that others read may lag.
 *
 * <p>When a unit does not end in time nor heed its interruption, the thread is given up ({@link Overtime}): it touches
 * nothing shared any more, and another slot takes its place.
 */
final class Slot implements Runnable {
    /**
     * What all slots of a worker share.
     *
     * @param command how processes for units are started
     * @param broken told, on any thread, when none can be
     */
    record Shared(
            LoadedApplication loaded,
            WorkQueue queue,
            ResultOutbox outbox,
            FlushTimer timer,
            int slots,
            UnitTerms terms,
            ChildCommand command,
            Consumer<WorkerException> broken) {
        Hosted<Object, Object, Object> application() {
            return loaded.application();
        }

        Results<Object> results() {
            return loaded.results();
        }
    }

    private static final int FORECAST_SHIFT = 3;
    private static final int SMALLEST_BATCH = 1024;
    private static final int LARGEST_GUESS = 4 << 20;

    private final int number;
    private final Shared shared;
    private final Runnable left;
    private final Thread thread;
    private final Claim claim;
    private final Codec<Object> resultCodec;
    private final InProcess inProcess;
    private final Isolated isolated;
    private final IsolationPolicy policy;
    private final Outcome outcome = new Outcome();
    private final Overtime overtime = new Overtime();
    private final AtomicReference<@Nullable ResultBatch> parked = new AtomicReference<>();

    private @Nullable ResultBatch batch;
    private long lastBatchBytes = SMALLEST_BATCH;
    private long lastResultBytes;
    private long forecastNanos;
    private long nowNanos;
    /** Written before {@link #runningRun}, so that who has seen that sees this. */
    private int cycle = -1;

    private final SlotClock clock = new SlotClock();
    private long totalUnits;

    private volatile @Nullable AttemptRun runningRun;
    /** Plain, because it changes with every unit; read when the thread is known to be stuck in one. */
    private long runningUnit;
    /** Whether {@link #runningUnit} is being decoded or computed; what the unit watch goes by. */
    private final AtomicBoolean computing = new AtomicBoolean();

    /** Where the present unit is computed. */
    private volatile Workplace place;

    private volatile boolean hasLeft;
    private volatile long units;

    /** @param left told, on the slot's thread, when the slot has computed and handed over all there was */
    Slot(int number, Shared shared, Runnable left) {
        this.number = number;
        this.shared = shared;
        this.left = left;
        this.inProcess = new InProcess(shared.application(), clock);
        this.place = inProcess;
        this.isolated = new Isolated(shared.command(), shared.broken(), clock);
        this.policy = new IsolationPolicy(shared.terms().isolation());
        this.resultCodec = shared.application().resultCodec();
        this.thread = new Thread(this, "slot-" + number);
        this.claim = new Claim(number - 1, thread);
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

    /** Units computed so far. */
    long units() {
        return units;
    }

    /**
     * The unit that the application computes now; null when there is none. Exact only for a thread that is stuck in it.
     */
    @Nullable
    HeldUnits running() {
        AttemptRun run = runningRun;
        long unit = runningUnit;
        return run == null || unit < run.firstUnit() || unit >= run.endUnit() ? null : held(run, unit);
    }

    /** The unit that is being decoded or computed at this instant; null when there is none. */
    @Nullable
    HeldUnits computing() {
        return computing.get() ? running() : null;
    }

    /**
     * The unit computes for too long: it will have failed when it ends, and from the second call on its thread is
     * interrupted. On the loop, now and again while it computes.
     */
    void stop(HeldUnits unit) {
        overtime.condemn(unit, () -> place.interrupt(thread));
    }

    /** The worker ends: what is computed is of no use any more. Any thread. */
    void interrupt() {
        thread.interrupt();
        if (computing.get()) {
            isolated.close();
        }
    }

    /** Lets the process for units finish if the slot has left, else ends it. Any thread, after the end of work. */
    void endProcess() {
        if (hasLeft) {
            isolated.end();
        } else {
            isolated.close();
        }
    }

    /** Waits for that; false when the process did not end by itself. */
    boolean awaitProcess(long deadlineNanos) throws InterruptedException {
        return isolated.awaitEnd(deadlineNanos);
    }

    /**
     * The unit was told to stop and has not: reports it, and leaves the thread to itself. Returns false when the unit
     * has ended meanwhile. On the loop.
     */
    boolean giveUp(HeldUnits unit, long nanos) {
        if (!overtime.giveUp(unit)) {
            return false;
        }
        isolated.close();
        clock.stop(thread);
        clock.giveUp(nanos);
        ResultBatch waiting = parked.getAndSet(null);
        if (waiting != null) {
            sendFromLoop(waiting.finish());
        }
        sendFromLoop(new Outgoing.Failure(
                cycle,
                unit,
                ErrorCode.UNIT_TIMEOUT,
                "",
                tooLong() + ", and did not stop when its thread was interrupted",
                FailureText.stack(thread.getStackTrace())));
        shared.queue().abandon(claim);
        return true;
    }

    /** Given up, and nobody takes its place: it has left. */
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
        shared.queue().enter(claim);
        if (policy.always()) {
            isolated.warmUp();
        }
        nowNanos = System.nanoTime();
        while (!overtime.isGivenUp() && next()) {
            computeClaim();
        }
        if (overtime.isGivenUp()) {
            shared.queue().leave(claim);
            return;
        }
        flush();
        clock.stop(thread);
        hasLeft = true;
        left.run();
    }

    /** CPU time in compute, here and in processes for units [ns]; 0 where the platform does not tell. Any thread. */
    long cpuNanos() {
        return clock.cpuNanos(thread) + isolated.computeCpuNanos();
    }

    /** CPU time of the processes for units [ns]. Any thread. */
    long processCpuNanos() {
        return isolated.processCpuNanos();
    }

    /** Sends the waiting batch if it has waited so long. On the loop; the age of one that still waits, or -1. */
    long flushOlder(long now, long nanos) {
        ResultBatch waiting = parked.get();
        if (waiting == null) {
            return -1;
        }
        long age = now - waiting.bornNanos();
        if (age >= nanos) {
            shared.outbox()
                    .sendIfRoom(waiting.bytes(), () -> parked.compareAndSet(waiting, null) ? waiting.finish() : null);
        }
        return parked.get() == null ? -1 : Math.max(0, age);
    }

    private boolean next() {
        if (shared.queue().tryClaim(claim, forecastNanos)) {
            return true;
        }
        flush();
        boolean more =
                shared.queue().awaitClaim(claim, forecastNanos, shared.outbox().largeOnTheWay());
        nowNanos = claim.lookedNanos;
        return more;
    }

    private void computeClaim() {
        CycleWork work = claim.cycle();
        if (work.number() != cycle) {
            flush();
            cycle = work.number();
            forecastNanos = 0;
        }
        AttemptRun run = claim.run();
        Decoder inputs = claim.decoder();
        place = choose();
        runningRun = run;
        for (long unit = claim.startNext(); unit >= 0; unit = claim.startNext()) {
            runningUnit = unit;
            computeUnit(run, unit, work, inputs);
        }
        if (overtime.isGivenUp()) {
            return;
        }
        runningRun = null;
        inProcess.release();
        clock.publish();
        units = totalUnits;
    }

    /** Units that are to be isolated for the first time need not wait for their process. */
    private Workplace choose() {
        if (!policy.apart()) {
            return inProcess;
        }
        isolated.warmUp();
        return policy.always() || isolated.isWarm() ? isolated : inProcess;
    }

    private void computeUnit(AttemptRun run, long unit, CycleWork work, Decoder inputs) {
        ResultBatch waiting = park();
        Workplace at = place;
        outcome.clear();
        boolean useful = at.isReady(work) || prepare(at, work);
        if (useful && !outcome.isFailure()) {
            computing.setRelease(true);
            at.compute(inputs, outcome);
            computing.setRelease(false);
            clock.leave(outcome.isFailure() ? clock.sinceEntered(System.nanoTime()) : outcome.nanos());
        } else {
            inputs.readSized(RawCodec.RAW); // passes over it
        }
        boolean late = overtime.any() && overtime.concerns(held(run, unit));
        if (late && overtime.isGivenUp()) {
            return; // the batch that waited, too, is somebody else's now
        }
        takeBack(waiting);
        if (!useful) {
            return;
        }
        Object result = outcome.result();
        if (late) {
            failLate(run, unit, at.stopped(outcome));
        } else if (result == null) {
            nowNanos = System.nanoTime();
            Thread.interrupted(); // the flag was meant for this unit
            fail(run, unit);
        } else {
            nowNanos = outcome.endNanos();
            count(outcome.nanos());
            report(run, unit, result);
        }
    }

    /** The first slot of a cycle decodes its setup, the others wait for it. */
    private boolean prepare(Workplace at, CycleWork work) {
        long from = System.nanoTime();
        boolean useful = at.prepare(work, outcome);
        nowNanos = System.nanoTime();
        clock.waitedForSetup(nowNanos - from);
        return useful;
    }

    private void failLate(AttemptRun run, long unit, String stopped) {
        nowNanos = System.nanoTime();
        policy.computed(shared.terms().timeoutNanos());
        boolean threw = outcome.isFailure();
        shared.outbox()
                .send(new Outgoing.Failure(
                        cycle,
                        held(run, unit),
                        ErrorCode.UNIT_TIMEOUT,
                        threw ? outcome.type() : "",
                        tooLong() + stopped,
                        threw ? outcome.stack() : ""));
    }

    private static HeldUnits held(AttemptRun run, long unit) {
        return new HeldUnits(run.attemptOf(unit), run.nonce(), unit, 1);
    }

    /**
     * Before the application is called: sends the batch if it cannot wait so long, else leaves it where the timer finds
     * it.
     */
    private @Nullable ResultBatch park() {
        ResultBatch waiting = batch;
        if (waiting == null) {
            return null;
        }
        if (BatchingPolicy.old(nowNanos - waiting.bornNanos(), forecastNanos)) {
            flush();
            return null;
        }
        parked.setRelease(waiting);
        shared.timer().arm();
        return waiting;
    }

    private void takeBack(@Nullable ResultBatch waiting) {
        if (waiting != null && !parked.compareAndSet(waiting, null)) {
            lastBatchBytes = SMALLEST_BATCH;
            batch = null;
        }
    }

    private void count(long nanos) {
        forecastNanos = forecastNanos == 0
                ? Math.max(1, nanos)
                : Math.max(1, forecastNanos + ((nanos - forecastNanos) >> FORECAST_SHIFT));
        totalUnits++;
        policy.computed(nanos);
    }

    private void report(AttemptRun run, long unit, Object result) {
        if (lastResultBytes > BatchingPolicy.INLINE_BYTES) {
            flush();
        }
        ResultBatch open = batch;
        if (open == null) {
            open = newBatch();
            batch = open;
        }
        long before = open.bytes();
        long blobsBefore = open.fileBytes();
        try {
            put(open, result);
        } catch (Throwable e) {
            sendWithout(open, before);
            outcome.failed(ErrorCode.RESULT_ENCODING, e);
            fail(run, unit);
            return;
        }
        long size = open.bytes() - before - (open.fileBytes() - blobsBefore);
        if (size > BatchingPolicy.MOST_RESULT_BYTES) {
            sendWithout(open, before);
            outcome.failed(ErrorCode.RESULT_TOO_LARGE, BatchingPolicy.tooLarge(size));
            fail(run, unit);
            return;
        }
        lastResultBytes = open.bytes() - before;
        open.add(run, unit, outcome.nanos(), nowNanos);
        if (BatchingPolicy.full(
                open.bytes(), open.units(), shared.queue().queued() + claim.unstarted(), shared.slots())) {
            flush();
        }
    }

    /** Into the batch, as it is if another process has encoded it. */
    private void put(ResultBatch open, Object result) throws ApplicationException, IOException {
        boolean encoded = outcome.isEncoded();
        if (encoded && result instanceof FileChannel file) {
            try (file) {
                putFile(open, file);
            }
        } else if (shared.results() instanceof Accumulation<Object> accumulation) {
            Object value = encoded ? new Decoder(ByteBuffer.wrap((byte[]) result)).readAll(resultCodec) : result;
            open.fold(shared.application(), accumulation, value);
        } else if (encoded) {
            open.encode(RawCodec.RAW, (byte[]) result);
        } else {
            open.encode(resultCodec, result);
        }
    }

    private void putFile(ResultBatch open, FileChannel file) throws ApplicationException, IOException {
        if (shared.results() instanceof Accumulation<Object> accumulation) {
            ByteBuffer bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
            open.fold(shared.application(), accumulation, new Decoder(bytes).readAll(resultCodec));
        } else {
            open.encode(file);
        }
    }

    private ResultBatch newBatch() {
        return shared.results() instanceof Accumulation
                ? new ResultBatch(cycle)
                : new ResultBatch(cycle, (int) Math.min(LARGEST_GUESS, Math.max(lastBatchBytes, lastResultBytes) + 16));
    }

    /** Sends the batch up to where the last result began, which was of no use. */
    private void sendWithout(ResultBatch open, long before) {
        batch = null;
        Outgoing good = open.cut(before);
        if (open.isEmpty()) {
            good.release();
        } else {
            shared.outbox().send(good);
        }
    }

    private void flush() {
        ResultBatch full = batch;
        if (full != null) {
            batch = null;
            lastBatchBytes = full.bytes();
            shared.outbox().send(full.finish());
        }
    }

    private void fail(AttemptRun run, long unit) {
        shared.outbox()
                .send(new Outgoing.Failure(
                        cycle, held(run, unit), outcome.code(), outcome.type(), outcome.message(), outcome.stack()));
    }
}
