package dev.sluice.worker.slot;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.delivery.ResultBatching;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.net.parent.Outgoing;
import dev.sluice.worker.outbox.ResultBatch;
import dev.sluice.worker.outbox.ResultLimits;
import dev.sluice.worker.unit.Outcome;
import dev.sluice.worker.unit.RawCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the results of one slot into batches, and passes a batch to the outbox when it is full or old. While a unit
 * computes, a waiting batch is parked, and the flush timer may take it; the thread that swaps it out owns it.
 * Everything else here belongs to the slot's thread.
 */
final class ResultBatcher {
    private static final int SMALLEST_BATCH = 1024;
    private static final int LARGEST_GUESS = 4 << 20;

    private final int slot;
    private final Slot.Shared shared;
    private final Codec<Object> codec;
    private final AtomicReference<@Nullable ResultBatch> parked = new AtomicReference<>();

    private @Nullable ResultBatch batch;
    private int cycle = -1;
    private long lastBatchBytes = SMALLEST_BATCH;
    private long lastResultBytes;

    ResultBatcher(int slot, Slot.Shared shared) {
        this.slot = slot;
        this.shared = shared;
        this.codec = shared.application().resultCodec();
    }

    /** Begins a cycle: later results belong to it. */
    void begin(int number) {
        flush();
        cycle = number;
    }

    /** Called before the application: sends the batch if it cannot wait for the unit, else parks it for the timer. */
    @Nullable
    ResultBatch park(long nowNanos, long forecastNanos) {
        ResultBatch waiting = batch;
        if (waiting == null) {
            return null;
        }
        if (ResultBatching.isOld(nowNanos - waiting.bornNanos(), forecastNanos)) {
            flush();
            return null;
        }
        parked.setRelease(waiting);
        shared.timer().arm();
        return waiting;
    }

    /** Called after the application: takes the parked batch back, unless the timer took it. */
    void takeBack(@Nullable ResultBatch waiting) {
        if (waiting != null && !parked.compareAndSet(waiting, null)) {
            lastBatchBytes = SMALLEST_BATCH;
            batch = null;
        }
    }

    /**
     * Sends the parked batch if it has waited for {@code nanos}. On the loop; returns the age of a batch that still
     * waits [ns], or -1.
     */
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

    /** Removes and returns the parked batch, if there is one, because the slot's thread is given up. On the loop. */
    @Nullable
    ResultBatch surrender() {
        return parked.getAndSet(null);
    }

    /**
     * Adds the result of a unit. False if it cannot be encoded or is too large; the outcome then has the failure.
     *
     * @param unstarted units that the slot has claimed and not begun
     */
    boolean add(AttemptRun run, long unit, Outcome outcome, long nowNanos, long unstarted) {
        ResultBatch open = batch;
        if (open == null) {
            open = newBatch();
            batch = open;
        }
        long before = open.bytes();
        long blobsBefore = open.blobBytes();
        try {
            put(open, outcome);
        } catch (Throwable e) {
            sendWithout(open, before);
            outcome.failed(ErrorCode.RESULT_ENCODING, e);
            return false;
        }
        long size = open.bytes() - before - (open.blobBytes() - blobsBefore);
        if (size > ResultLimits.MOST_RESULT_BYTES) {
            sendWithout(open, before);
            outcome.failed(ErrorCode.RESULT_TOO_LARGE, ResultLimits.tooLarge(size));
            return false;
        }
        lastResultBytes = open.bytes() - before;
        open.add(run, unit, outcome.nanos(), outcome.peakBytes(), nowNanos);
        long unitsLeft = shared.queue().queued() + unstarted;
        if (ResultBatching.isFull(open.bytes(), open.units(), unitsLeft, shared.slots())) {
            flush();
        }
        return true;
    }

    /** Encodes the result into the batch; copies it if another process has encoded it. */
    private void put(ResultBatch open, Outcome outcome) throws ApplicationException, IOException {
        boolean encoded = outcome.isEncoded();
        Object result = outcome.result();
        if (result == null) {
            throw new IllegalStateException("no result (expected: that of a unit that succeeded)");
        }
        if (encoded && result instanceof FileChannel file) {
            try (file) {
                putFile(open, file);
            }
        } else if (shared.results() instanceof Accumulation<Object> accumulation) {
            Object value = encoded ? new Decoder(ByteBuffer.wrap((byte[]) result)).readAll(codec) : result;
            open.fold(shared.application(), accumulation, value);
        } else if (encoded) {
            open.encode(RawCodec.RAW, (byte[]) result);
        } else {
            open.encode(codec, result);
        }
    }

    private void putFile(ResultBatch open, FileChannel file) throws ApplicationException, IOException {
        if (shared.results() instanceof Accumulation<Object> accumulation) {
            ByteBuffer bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
            open.fold(shared.application(), accumulation, new Decoder(bytes).readAll(codec));
        } else {
            open.encode(file);
        }
    }

    private ResultBatch newBatch() {
        return shared.results() instanceof Accumulation
                ? new ResultBatch(slot, cycle)
                : new ResultBatch(
                        slot, cycle, (int) Math.min(LARGEST_GUESS, Math.max(lastBatchBytes, lastResultBytes) + 16));
    }

    /** Sends the batch without its last result, which is invalid. */
    private void sendWithout(ResultBatch open, long before) {
        batch = null;
        boolean none = open.isEmpty();
        Outgoing good = open.cut(before);
        if (none) {
            good.release();
        } else {
            shared.outbox().send(good);
        }
    }

    /** Sends the current batch. */
    void flush() {
        ResultBatch full = batch;
        if (full != null) {
            batch = null;
            lastBatchBytes = full.bytes();
            shared.outbox().send(full.finish());
        }
    }
}
