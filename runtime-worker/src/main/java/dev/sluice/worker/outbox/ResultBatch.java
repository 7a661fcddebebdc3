package dev.sluice.worker.outbox;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Codec;
import dev.sluice.api.Hosted;
import dev.sluice.model.delivery.ResultRuns;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.net.parent.Outgoing;
import dev.sluice.net.parent.RunEnds;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import dev.sluice.net.payload.SpillSpace;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results of one cycle that travel together: encoded one after the other, or accumulated into one value, with their
 * runs. Consecutive units of one run are merged. Owned by one thread at a time.
 */
public final class ResultBatch {
    /** Files without names in the directory for temporary files; the system deletes them when the process ends. */
    private static final SpillSpace FILES = new SpillSpace(
            Path.of(System.getProperty("java.io.tmpdir")), Long.MAX_VALUE, () -> ResultLimits.MOST_IN_MEMORY_BYTES);

    private final int slot;
    private final int cycle;
    private final @Nullable PayloadEncoder encoder;
    private @Nullable Object value;
    private final ResultRuns runs = new ResultRuns();
    /** When the last unit of each run ended [ns, monotonic]. */
    private final List<Long> ends = new ArrayList<>(2);

    private long endNanos;

    /**
     * An empty batch of a slot to encode into, with room for {@code expectedBytes} at first. A result that is too large
     * goes into a file.
     */
    public ResultBatch(int slot, int cycle, int expectedBytes) {
        this.slot = slot;
        this.cycle = cycle;
        this.encoder = new PayloadEncoder(expectedBytes, FILES);
    }

    /** An empty batch of a slot to accumulate into. */
    public ResultBatch(int slot, int cycle) {
        this.slot = slot;
        this.cycle = cycle;
        this.encoder = null;
    }

    public boolean isEmpty() {
        return runs.isEmpty();
    }

    public int units() {
        return runs.units();
    }

    public long bytes() {
        return encoder == null ? 0 : encoder.written();
    }

    /** Bytes of blobs in files. */
    public long blobBytes() {
        return encoder == null ? 0 : encoder.blobBytes();
    }

    /** When its first result was added [ns, monotonic]. */
    public long bornNanos() {
        return runs.bornNanos();
    }

    /**
     * Encodes a result; it counts once {@link #add} was called. If the codec throws, the exception passes through, and
     * the batch must then be {@link #cut}.
     */
    public <R> void encode(Codec<R> codec, R result) {
        if (encoder == null) {
            throw new IllegalStateException("this batch is folded into");
        }
        encoder.writeSized(codec, result);
        encoder.settle();
    }

    /** Adds a result that is encoded already: the whole file, which is no longer written. */
    public void encode(FileChannel file) throws IOException {
        if (encoder == null) {
            throw new IllegalStateException("this batch is folded into");
        }
        encoder.writeVarint(file.size());
        encoder.writeFile(file, 0, file.size());
        encoder.settle();
    }

    /**
     * Accumulates a result; it counts once {@link #add} was called. When the merge throws, the value is as before. The
     * value is never the object that {@code compute} returned, which the next unit may fill again.
     */
    public void fold(Hosted<?, ?, Object> application, Accumulation<Object> accumulation, Object result)
            throws ApplicationException {
        Object before = value;
        Object merged = before == null ? result : application.merge(accumulation, before, result);
        value = merged == result ? application.passed(application.resultCodec(), result, "result") : merged;
    }

    /**
     * Counts the result encoded last as that of {@code unit}.
     *
     * @param peakBytes largest memory of the processes of the unit [bytes]; 0: unknown
     */
    public void add(AttemptRun of, long unit, long computeNanos, long peakBytes, long nowNanos) {
        if (runs.add(of, unit, computeNanos, peakBytes, nowNanos)) {
            ends.add(endNanos);
        }
        endNanos = nowNanos;
    }

    /** Finishes the batch for sending; it must not be used again. */
    public Outgoing finish() {
        return encoder != null ? batch(encoder.finish()) : folded();
    }

    private Outgoing batch(Payload results) {
        RunEnds all = ends();
        return new Outgoing.Batch(cycle, runs.take(), all, results);
    }

    private RunEnds ends() {
        if (!runs.isEmpty()) {
            ends.add(endNanos);
        }
        return new RunEnds(slot, ends);
    }

    private Outgoing folded() {
        if (value == null) {
            throw new IllegalStateException("an empty batch (expected: a result)");
        }
        RunEnds all = ends();
        return new Outgoing.Fold(cycle, runs.take(), all, value);
    }

    /**
     * Finishes the first {@code bytes} bytes, without the remains of a failed {@link #encode}; the batch must not be
     * used again.
     */
    public Outgoing cut(long bytes) {
        if (encoder == null) {
            return value == null ? new Outgoing.Completion(cycle, List.of()) : folded();
        }
        Payload whole = encoder.finish();
        Payload good = whole.slice(0, bytes);
        whole.release();
        return batch(good);
    }
}
