package dev.sluice.insight.predict;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.None;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.master.RunTerms;
import dev.sluice.master.application.CodecFailures;
import dev.sluice.model.Median;
import dev.sluice.model.predict.CombinedValue;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.runfile.ThreadTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Processes each unit of a sample and measures the times: make, encode, compute, encode the result, store, decode and
 * accept. A unit that throws or takes too long is recorded and does not fail the sample; errors of the application's
 * master side do. Called by one thread at a time.
 */
final class SampleWork implements UnitBatch.Work<SampledUnit> {
    /** Number of times that a result is merged, to time it. */
    private static final int MERGES = 5;

    private final Hosted<Object, Object, Object> application;
    private final ResultFile file;
    private final SpillSpace space = new SpillSpace(
            Path.of(System.getProperty("java.io.tmpdir")),
            Long.MAX_VALUE,
            () -> Runtime.getRuntime().maxMemory() / 4);
    private final List<Sampled.Failure> failures = new ArrayList<>();
    private final Set<Long> tried = new HashSet<>();
    private Object setup = None.NONE;
    private RunTerms.ResultMode mode = RunTerms.ResultMode.EACH;
    private Verdict verdict = Verdict.CONTINUE;
    private @Nullable Accumulation<Object> accumulation;

    /** The combination of all results so far. */
    private @Nullable Object total;

    private long oneBytes;
    private int merged;
    private final long[] mergeNanos = new long[MERGES];

    SampleWork(Hosted<Object, Object, Object> application, ResultFile file) {
        this.application = application;
        this.file = file;
    }

    /** Begins the cycle with this setup. */
    @SuppressWarnings("unchecked") // the results of this application
    void begin(Object newSetup, Results<Object> results) {
        setup = newSetup;
        mode = RunTerms.ResultMode.of(results);
        accumulation = results instanceof Accumulation<?> by ? (Accumulation<Object>) by : null;
    }

    @Override
    public @Nullable SampledUnit execute(long index, UnitBatch.Watch watch) throws ApplicationException {
        synchronized (this) {
            tried.add(index);
        }
        Object unit = application.unit(index);
        Payload input = encode(application.unitCodec(), unit, "unit " + index);
        long inputBytes = input.size();
        input.release();
        if (!prepare(index)) {
            return null;
        }
        Timed timed = compute(index, unit, watch);
        if (timed == null) {
            return null;
        }
        Object result = timed.result();
        Payload encoded = encode(application.resultCodec(), result, "result of unit " + index);
        try {
            file.add(index, encoded);
            if (accumulation != null) {
                combine(accumulation, result, encoded.size());
            }
            long acceptNanos = accept(index, encoded);
            return new SampledUnit(
                    index, timed.seconds(), inputBytes, encoded.size(), acceptNanos / 1e9, timed.cpuSeconds());
        } finally {
            encoded.release();
        }
    }

    /** Only computes the unit again; sizes and accept time are 0. */
    @Nullable
    SampledUnit again(long index, UnitBatch.Watch watch) throws ApplicationException {
        Object unit = application.unit(index);
        if (!prepare(index)) {
            return null;
        }
        Timed timed = compute(index, unit, watch);
        return timed == null ? null : new SampledUnit(index, timed.seconds(), 0, 0, 0, timed.cpuSeconds());
    }

    /** Starts the process of this thread, if the application has such, which counts for no unit. */
    private boolean prepare(long index) {
        try {
            application.prepare();
            return true;
        } catch (ApplicationException e) {
            fail(index, String.valueOf(e.getMessage()));
            return false;
        }
    }

    /**
     * The result of a unit.
     *
     * @param cpuSeconds processor time of this thread; NaN if it does not show what the unit used [s]
     */
    private record Timed(Object result, double seconds, double cpuSeconds) {}

    private @Nullable Timed compute(long index, Object unit, UnitBatch.Watch watch) {
        Object result = null;
        String failure = "took longer than it may";
        UnitSite site = new UnitSite(0);
        site.begin(0, index);
        watch.begin();
        long cpuFrom = ThreadTime.ofThisThread();
        long from = System.nanoTime();
        try {
            result = application.compute(setup, unit, site);
        } catch (ApplicationException e) {
            failure = String.valueOf(e.getMessage());
        }
        double seconds = (System.nanoTime() - from) / 1e9;
        double cpuSeconds = (ThreadTime.ofThisThread() - cpuFrom) / 1e9;
        if (!watch.end()) {
            fail(index, "took longer than it may");
            return null;
        }
        if (result == null) {
            fail(index, failure);
            return null;
        }
        boolean counted = cpuSeconds > 0 && !application.hasOwnProcesses();
        return new Timed(result, seconds, counted ? cpuSeconds : Double.NaN);
    }

    /** Merges a result into the value of all results, as a worker does. */
    private void combine(Accumulation<Object> by, Object result, long bytes) throws ApplicationException {
        Object before = total;
        oneBytes = Math.max(oneBytes, bytes);
        merged++;
        if (before == null) {
            total = result;
            return;
        }
        for (int i = 0; i < MERGES; i++) {
            long from = System.nanoTime();
            total = application.merge(by, before, result);
            mergeNanos[i] = System.nanoTime() - from;
        }
    }

    /** The values into which results are combined; what one merge takes is that of the latest ones. */
    CombinedValue combined() throws ApplicationException {
        Object value = total;
        if (value == null) {
            return CombinedValue.NONE;
        }
        Payload encoded = encode(application.resultCodec(), value, "the combination of results");
        long bytes = encoded.size();
        encoded.release();
        return CombinedValue.of(
                oneBytes, bytes, merged, Median.of(LongStream.of(mergeNanos).asDoubleStream()) / 1e9);
    }

    /** Records a unit that computes too long and does not stop. */
    void hung(long index) {
        fail(index, "took longer than it may, and did not stop when its thread was interrupted");
    }

    private synchronized void fail(long index, String text) {
        failures.add(new Sampled.Failure(index, text));
    }

    /** Decodes and accepts a result like the master; returns the time [ns], 0 if results are accumulated. */
    private long accept(long index, Payload encoded) throws ApplicationException {
        if (mode == RunTerms.ResultMode.ACCUMULATED || verdict != Verdict.CONTINUE) {
            return 0;
        }
        long start = System.nanoTime();
        Decoder decoder = encoded.decoder();
        try {
            decoder.lend();
            Object decoded = application.resultCodec().decode(decoder);
            verdict = application.accept(index, decoded);
        } catch (RuntimeException e) {
            throw CodecFailures.of("result of unit " + index, e);
        } finally {
            decoder.reclaim();
        }
        return System.nanoTime() - start;
    }

    /** Encodes a value; the caller releases it. */
    Payload encode(Codec<Object> codec, Object value, String what) {
        PayloadEncoder encoder = new PayloadEncoder(1_024, space);
        try {
            codec.encode(value, encoder);
            encoder.settle();
        } catch (RuntimeException | Error e) {
            encoder.discard();
            throw CodecFailures.of(what, e);
        }
        return encoder.finish();
    }

    /** Tells whether the unit was started. */
    synchronized boolean tried(long unit) {
        return tried.contains(unit);
    }

    /** Units without a result. */
    synchronized List<Sampled.Failure> failures() {
        return List.copyOf(failures);
    }

    /** The application's last verdict on results. */
    Verdict verdict() {
        return verdict;
    }
}
