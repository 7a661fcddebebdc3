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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One thread that computes: claims units, decodes each input, calls the application, encodes the result into a batch,
 * and hands the batch to the outbox. While it is inside the application, a batch that waits lies in {@link #parked},
 * from where the flush timer may take it; whoever swaps it out owns it. Everything else here belongs to the slot's
 * thread; figures that others read may lag.
 */
final class Slot implements Runnable {
    /** What all slots of a worker share. */
    record Shared(LoadedApplication loaded, WorkQueue queue, ResultOutbox outbox, FlushTimer timer, int slots) {
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
    private int cycle = -1;

    private long totalNanos;
    private long totalUnits;

    private volatile @Nullable AttemptRun runningRun;
    /** Plain, because it changes with every unit; read when the thread is known to be stuck in one. */
    private long runningUnit;

    private volatile long computeNanos;
    private volatile long finalCpuNanos;
    private volatile long units;

    /** @param left told, on the slot's thread, when the slot has computed and handed over all there was */
    Slot(int number, Shared shared, Runnable left) {
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
        return run == null || unit < run.firstUnit() || unit >= run.endUnit()
                ? null
                : new HeldUnits(run.attemptOf(unit), run.nonce(), unit, 1);
    }

    @Override
    public void run() {
        shared.queue().enter(claim);
        nowNanos = System.nanoTime();
        while (next()) {
            computeClaim();
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
        runningRun = null;
        computeNanos = totalNanos;
        units = totalUnits;
    }

    private void computeUnit(AttemptRun run, long unit, Object setup, Decoder inputs) {
        ResultBatch waiting = park();
        ErrorCode stage = ErrorCode.INPUT_ENCODING;
        Object result;
        long from = nowNanos;
        try {
            Object input = inputs.readSized(unitCodec);
            stage = ErrorCode.UNIT_THREW;
            from = System.nanoTime();
            result = shared.application().compute(setup, input);
        } catch (Throwable e) {
            takeBack(waiting);
            nowNanos = System.nanoTime();
            Thread.interrupted(); // the flag was meant for this unit
            fail(run, unit, codeOf(e, stage), causeOf(e));
            return;
        }
        long to = System.nanoTime();
        nowNanos = to;
        takeBack(waiting);
        count(to - from);
        report(run, unit, result, to - from);
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
        HeldUnits held = new HeldUnits(run.attemptOf(unit), run.nonce(), unit, 1);
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
