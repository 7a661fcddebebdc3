package dev.sluice.worker;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Codec;
import dev.sluice.api.CodecException;
import dev.sluice.api.Decoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.Results;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One thread that computes: claims units, decodes each input, calls the application, encodes the result into a batch,
 * and hands the batch to the outbox. While it is inside the application, a batch that waits lies in {@link #parked},
 * from where the flush timer may take it; whoever swaps it out owns it. Everything else here belongs to the slot's
 * thread; figures that others read may lag.
 *
 * <p>A unit that computes for too long is first marked, then its thread is interrupted, and at last the thread is given
 * up: it touches nothing shared any more, and another slot takes its place. The mark is there before the interrupt so
 * that a unit which ends meanwhile is the only one that can be hit by it.
 */
final class Slot implements Runnable {
    /**
     * What all slots of a worker share.
     *
     * @param timeoutNanos how long a unit may compute; 0 for no limit [ns]
     */
    record Shared(
            LoadedApplication loaded,
            WorkQueue queue,
            ResultOutbox outbox,
            FlushTimer timer,
            int slots,
            long timeoutNanos) {
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

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final int number;
    private final Shared shared;
    private final Runnable left;
    private final Thread thread;
    private final Claim claim;
    private final Codec<Object> setupCodec;
    private final Codec<Object> unitCodec;
    private final Codec<Object> resultCodec;
    private final AtomicReference<@Nullable ResultBatch> parked = new AtomicReference<>();

    private @Nullable ResultBatch batch;
    private long lastBatchBytes = SMALLEST_BATCH;
    private long lastResultBytes;
    private long forecastNanos;
    private long nowNanos;
    /** Written before {@link #runningRun}, so that who has seen that sees this. */
    private int cycle = -1;

    private long totalNanos;
    private long totalUnits;

    private volatile @Nullable AttemptRun runningRun;
    /** Plain, because it changes with every unit; read when the thread is known to be stuck in one. */
    private long runningUnit;
    /** Whether {@link #runningUnit} is being decoded or computed; what the unit watch goes by. */
    private final AtomicBoolean computing = new AtomicBoolean();

    /** A unit that has computed for too long. Written under {@link #verdict}; once {@link #givenUp}, it stays. */
    private volatile @Nullable HeldUnits condemned;

    private volatile boolean givenUp;
    private final Object verdict = new Object();

    private volatile long computeNanos;
    private volatile long finalCpuNanos;
    private volatile long units;

    /** @param left told, on the slot's thread, when the slot has computed and handed over all there was */
    Slot(int number, Shared shared, Runnable left) {
        this.number = number;
        this.shared = shared;
        this.left = left;
        this.setupCodec = shared.application().setupCodec();
        this.unitCodec = shared.application().unitCodec();
        this.resultCodec = shared.application().resultCodec();
        this.thread = new Thread(this, "slot-" + number);
        this.claim = new Claim(thread);
        thread.setDaemon(true);
    }

    Thread thread() {
        return thread;
    }

    int number() {
        return number;
    }

    /** Wall time in compute so far [ns]. */
    long computeNanos() {
        return computeNanos;
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
        synchronized (verdict) {
            if (givenUp) {
                return;
            }
            if (unit.equals(condemned)) {
                thread.interrupt();
            } else {
                condemned = unit;
            }
        }
    }

    /**
     * The unit was told to stop and has not: reports it, and leaves the thread to itself. Returns false when the unit
     * has ended meanwhile. On the loop.
     */
    boolean giveUp(HeldUnits unit, long nanos) {
        synchronized (verdict) {
            if (givenUp || !unit.equals(condemned)) {
                return false;
            }
            givenUp = true;
            finalCpuNanos = cpuNanos();
            computeNanos += nanos;
        }
        ResultBatch waiting = parked.getAndSet(null);
        if (waiting != null) {
            sendFromLoop(waiting.finish());
        }
        sendFromLoop(new Outgoing.Failure(
                cycle,
                unit,
                ErrorCode.UNIT_TIMEOUT,
                "",
                overtime() + ", and did not stop when its thread was interrupted",
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

    private String overtime() {
        String seconds = BigDecimal.valueOf(shared.timeoutNanos(), 9)
                .stripTrailingZeros()
                .toPlainString();
        return "ran longer than " + seconds + " s";
    }

    @Override
    public void run() {
        shared.queue().enter(claim);
        nowNanos = System.nanoTime();
        while (!givenUp && next()) {
            computeClaim();
        }
        if (givenUp) {
            shared.queue().leave(claim);
            return;
        }
        flush();
        finalCpuNanos = THREADS.isThreadCpuTimeSupported() ? Math.max(0, THREADS.getThreadCpuTime(thread.getId())) : 0;
        left.run();
    }

    /** CPU time of the slot's thread [ns]; 0 where the platform does not tell. Any thread. */
    long cpuNanos() {
        long atEnd = finalCpuNanos;
        return atEnd > 0 || !THREADS.isThreadCpuTimeSupported()
                ? atEnd
                : Math.max(0, THREADS.getThreadCpuTime(thread.getId()));
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
        boolean more = shared.queue().awaitClaim(claim, forecastNanos);
        nowNanos = System.nanoTime();
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
        Object setup;
        try {
            setup = work.setup(setupCodec);
        } catch (Throwable e) {
            for (long unit = claim.startNext(); unit >= 0; unit = claim.startNext()) {
                fail(run, unit, ErrorCode.INPUT_ENCODING, e);
            }
            return;
        }
        if (setup == null) {
            return; // the cycle ended meanwhile
        }
        Decoder inputs = claim.decoder();
        runningRun = run;
        for (long unit = claim.startNext(); unit >= 0; unit = claim.startNext()) {
            runningUnit = unit;
            computeUnit(run, unit, setup, inputs);
        }
        if (givenUp) {
            return;
        }
        runningRun = null;
        computeNanos = totalNanos;
        units = totalUnits;
    }

    private void computeUnit(AttemptRun run, long unit, Object setup, Decoder inputs) {
        ResultBatch waiting = park();
        ErrorCode stage = ErrorCode.INPUT_ENCODING;
        Object result = null;
        Throwable failure = null;
        long from = nowNanos;
        computing.setRelease(true);
        try {
            Object input = inputs.readSized(unitCodec);
            stage = ErrorCode.UNIT_THREW;
            from = System.nanoTime();
            result = shared.application().compute(setup, input);
        } catch (Throwable e) {
            failure = e;
        }
        long to = System.nanoTime();
        computing.setRelease(false);
        boolean tooLong = condemned != null && isCondemned(run, unit);
        if (tooLong && givenUp) {
            return; // the batch that waited, too, is somebody else's now
        }
        takeBack(waiting);
        nowNanos = to;
        if (failure != null) {
            Thread.interrupted(); // the flag was meant for this unit
        }
        if (tooLong) {
            failLate(run, unit, failure);
        } else if (failure != null) {
            fail(run, unit, codeOf(failure, stage), causeOf(failure));
        } else if (result != null) {
            count(to - from);
            report(run, unit, result, to - from);
        }
    }

    /** Whether the unit watch has condemned this unit. From here on no interrupt meant for it comes. */
    private boolean isCondemned(AttemptRun run, long unit) {
        synchronized (verdict) {
            if (givenUp) {
                return true;
            }
            HeldUnits found = condemned;
            condemned = null;
            Thread.interrupted();
            return found != null && found.equals(held(run, unit));
        }
    }

    private void failLate(AttemptRun run, long unit, @Nullable Throwable failure) {
        String ended = failure == null ? ", then returned" : ", then ended when its thread was interrupted";
        shared.outbox()
                .send(new Outgoing.Failure(
                        cycle,
                        held(run, unit),
                        ErrorCode.UNIT_TIMEOUT,
                        failure == null ? "" : causeOf(failure).getClass().getName(),
                        overtime() + ended,
                        failure == null ? "" : FailureText.stack(causeOf(failure))));
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
        totalNanos += nanos;
        totalUnits++;
    }

    private void report(AttemptRun run, long unit, Object result, long nanos) {
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
            if (shared.results() instanceof Accumulation<Object> accumulation) {
                open.fold(shared.application(), accumulation, result);
            } else {
                open.encode(resultCodec, result);
            }
        } catch (Throwable e) {
            sendWithout(open, before);
            fail(run, unit, codeOf(e, ErrorCode.RESULT_ENCODING), e);
            return;
        }
        long size = open.bytes() - before - (open.fileBytes() - blobsBefore);
        if (size > BatchingPolicy.MOST_RESULT_BYTES) {
            sendWithout(open, before);
            fail(
                    run,
                    unit,
                    ErrorCode.RESULT_TOO_LARGE,
                    new CodecException("a result of " + size + " bytes (expected: at most "
                            + BatchingPolicy.MOST_RESULT_BYTES + "; more as a dev.sluice.api.Blob, which passes as a"
                            + " stream)"));
            return;
        }
        lastResultBytes = open.bytes() - before;
        open.add(run, unit, nanos, nowNanos);
        if (BatchingPolicy.full(
                open.bytes(), open.units(), shared.queue().queued() + claim.unstarted(), shared.slots())) {
            flush();
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

    private void fail(AttemptRun run, long unit, ErrorCode code, Throwable failure) {
        HeldUnits held = held(run, unit);
        Outgoing report;
        try {
            report = new Outgoing.Failure(
                    cycle,
                    held,
                    code,
                    failure.getClass().getName(),
                    FailureText.message(failure),
                    FailureText.stack(failure));
        } catch (Throwable e) { // no memory even for the text
            report = new Outgoing.Failure(cycle, held, code, failure.getClass().getName(), "", "");
        }
        shared.outbox().send(report);
    }

    private static ErrorCode codeOf(Throwable failure, ErrorCode stage) {
        if (failure instanceof CodecException && failure.getCause() instanceof IOException) {
            return ErrorCode.DISK_FULL; // a result too large for memory found no room
        }
        if (causeOf(failure) instanceof OutOfMemoryError) {
            return ErrorCode.UNIT_OUT_OF_MEMORY;
        }
        return failure instanceof ApplicationException said && said.kind() == ApplicationException.Kind.RETURNED_NULL
                ? ErrorCode.UNIT_RETURNED_NULL
                : stage;
    }

    /** What the application itself threw, out of what {@link Hosted} put around it. */
    private static Throwable causeOf(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof ApplicationException && cause != null ? cause : failure;
    }
}
