package dev.sluice.insight.predict;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.api.Cycle;
import dev.sluice.api.Hosted;
import dev.sluice.api.Residence;
import dev.sluice.api.Results;
import dev.sluice.master.RunTerms;
import dev.sluice.master.application.Applications;
import dev.sluice.master.files.RunInputs;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Median;
import dev.sluice.model.SluiceException;
import dev.sluice.model.predict.CombinedValue;
import dev.sluice.model.predict.Interval;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.SampleIndices;
import dev.sluice.model.predict.SampledUnit;
import dev.sluice.net.files.ContentHash;
import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Executes some units of an application's first cycle like a run, in this process and one after the other, until the
 * time of all units is estimated well enough. It calls the methods of the application like a master and a worker with
 * one slot: up to {@code accept} of the executed units, but neither {@code endCycle} nor {@code complete}. Used once,
 * by one thread.
 */
public final class PartialExecution {
    /** Unit time below which JIT warm-up matters: shorter units get faster after a while [ns]. */
    private static final long SHORT_NANOS = 50_000_000L;

    /** Time of the warm-up, before the first refinement and after the last [ns]. */
    private static final long WARM_NANOS = 250_000_000L;

    /** Time of re-timing units before each check of the interval [ns]. */
    private static final long AGAIN_NANOS = 30_000_000L;

    /** Accept times below this count alike [ns]. */
    private static final long QUICK_NANOS = 50_000L;

    private static final int LEAST_LEVELLED = 28;

    private static final long WATCH_MILLIS = 5;
    private static final long GRACE_MILLIS = 500;

    private final Hosted<Object, Object, Object> application;
    private final SampleTerms terms;
    private final ResultFile file;
    private final SampleWork work;
    private final Map<Long, SampledUnit> executed = new LinkedHashMap<>();
    private final long startNanos = System.nanoTime();
    private long stateNanos;
    private boolean exhausted;

    @SuppressWarnings("unchecked") // its values go through its own codecs
    private PartialExecution(Hosted<?, ?, ?> application, SampleTerms terms, ResultFile file) {
        this.application = (Hosted<Object, Object, Object>) application;
        this.terms = terms;
        this.file = file;
        this.work = new SampleWork(this.application, file);
    }

    /**
     * The sample of an application that is run only for it.
     *
     * @param target the file for results; null to store none
     * @param keepBytes limit of results [bytes]
     * @throws SluiceException if the application fails, or has nothing to compute
     */
    public static Sampled of(Hosted<?, ?, ?> application, SampleTerms terms, @Nullable Path target, long keepBytes)
            throws IOException, InterruptedException {
        Sampled sampled;
        try (ResultFile file = new ResultFile(target, keepBytes)) {
            sampled = new PartialExecution(application, terms, file).run();
        } catch (ApplicationException failure) {
            throw Applications.failed(failure);
        } catch (CodecException failure) {
            String text = String.valueOf(failure.getMessage());
            throw new SluiceException(
                    text.startsWith("result") ? ErrorCode.RESULT_ENCODING : ErrorCode.INPUT_ENCODING, text, failure);
        }
        if (sampled == null) {
            throw new SluiceException(
                    ErrorCode.APPLICATION_ARGUMENTS,
                    application.className() + ": the first cycle has no units (expected: one at least to predict)");
        }
        return sampled;
    }

    /** Null if the application has nothing to compute. */
    private @Nullable Sampled run() throws ApplicationException, IOException, InterruptedException {
        application.initialize();
        RunInputs inputs = RunInputs.of(application.files(), 0);
        application.provide(inputs.ofOneProcess());
        Results<Object> results = application.results();
        application.residence().ifPresent(Residence::foretell);
        Cycle<Object> cycle = application.cycle(0);
        Object setup = cycle.setup();
        if (setup == null || cycle.units() == 0) {
            Applications.demandUnits(cycle);
            return null;
        }
        Payload encoded = work.encode(application.setupCodec(), setup, "setup of cycle 0");
        String setupSha256 = sha256(encoded);
        long setupBytes = encoded.size();
        encoded.release();
        application.growth().begin(cycle); // what accept adds to an open cycle is not foretold
        work.begin(setup, results);
        loadState();
        SampleIndices sample = SampleIndices.coarsest(cycle.units());
        execute(sample);
        warmUp(sample);
        timeAgain(AGAIN_NANOS);
        Interval interval = interval(cycle.units(), setupBytes);
        SampleGrowth.Stop stop = stop(sample, interval);
        while (stop == null) {
            sample = sample.finer();
            execute(sample);
            timeAgain(AGAIN_NANOS);
            if (!exhausted) {
                interval = interval(cycle.units(), setupBytes); // else that of the last whole refinement
            }
            stop = stop(sample, interval);
        }
        timeAgain(WARM_NANOS);
        levelAccepting();
        PredictedCycle predicted = predicted(cycle.units(), setupBytes, work.combined())
                .with(Applications.kinds(application, cycle.units()), cycle.open() && cycle.parts() == 0);
        if (!exhausted) {
            interval = predicted.interval(terms.chance());
        }
        return new Sampled(
                predicted,
                new Sampled.Course(
                        RunTerms.ResultMode.of(results), cycle.last(), cycles(), setupSha256, work.verdict()),
                interval,
                stop,
                work.failures(),
                file.finish(),
                System.nanoTime() - startNanos,
                PredictedFile.of(inputs.described()));
    }

    /** The number of cycles; a step of parts that stay on workers takes as long as one. 0 if nobody knows. */
    private int cycles() throws ApplicationException {
        Residence parts = application.residence().orElse(null);
        return parts == null ? application.expectedCycles().orElse(0) : parts.stepsInAll();
    }

    /** Loads the application's state, whose time does not count for the budget. */
    private void loadState() throws ApplicationException {
        long from = System.nanoTime();
        application.loadState();
        stateNanos = System.nanoTime() - from;
    }

    /** SHA-256 of encoded bytes. */
    static String sha256(Payload encoded) {
        MessageDigest digest = ContentHash.sha256();
        for (ByteBuffer part : encoded.buffers()) {
            digest.update(part);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Levels the times of results that are accepted within microseconds: each gets the median of the later half,
     * because the first ones include JIT warm-up and some were interrupted. Of others, the first alone is levelled.
     */
    private void levelAccepting() {
        if (executed.isEmpty()) {
            return;
        }
        double median =
                Median.of(executed.values().stream().skip(executed.size() / 2).mapToDouble(SampledUnit::acceptSeconds));
        if (executed.size() >= LEAST_LEVELLED && median * 1e9 < QUICK_NANOS) {
            executed.replaceAll((index, unit) -> unit.withAccept(median));
        } else {
            // The first result finds nothing loaded and nothing allocated, once in a run.
            executed.computeIfPresent(
                    executed.keySet().iterator().next(),
                    (index, unit) -> unit.withAccept(Math.min(median, unit.acceptSeconds())));
        }
    }

    private PredictedCycle predicted(long units, long setupBytes, CombinedValue combined) {
        if (executed.isEmpty()) {
            String why = work.failures().isEmpty()
                    ? "none ended within the budget (expected: a longer --budget)"
                    : "all of them failed; unit " + work.failures().get(0).unit() + ": "
                            + work.failures().get(0).text();
            throw new SluiceException(ErrorCode.APPLICATION_FAILED, "no unit could be executed: " + why);
        }
        return new PredictedCycle(units, setupBytes, executed.values().stream().toList(), combined);
    }

    private Interval interval(long units, long setupBytes) {
        return predicted(units, setupBytes, CombinedValue.NONE).interval(terms.chance());
    }

    private SampleGrowth.@Nullable Stop stop(SampleIndices sample, Interval interval) {
        double mean = executed.values().stream()
                .mapToDouble(unit -> unit.computeSeconds() + unit.acceptSeconds())
                .average()
                .orElse(0);
        SampleGrowth.Stop stop = terms.growth().stop(sample, interval, mean);
        boolean fits = stop != null || (sample.finer().count() - sample.count()) * mean * 1e9 < leftNanos();
        return exhausted || !fits ? SampleGrowth.Stop.BUDGET : stop;
    }

    private long leftNanos() {
        return terms.budgetNanos() + stateNanos - (System.nanoTime() - startNanos);
    }

    /** Executes the units of the sample that were not executed yet. */
    private void execute(SampleIndices sample) throws ApplicationException, InterruptedException {
        long[] units = new long[sample.count()];
        int count = 0;
        for (int i = 0; i < units.length; i++) {
            long unit = sample.index(i);
            if (!work.tried(unit)) {
                units[count++] = unit;
            }
        }
        for (SampledUnit unit : run(work, Arrays.copyOf(units, count), Long.MAX_VALUE)) {
            executed.put(unit.index(), unit);
        }
    }

    /** Executes units of the sample repeatedly for a moment. */
    private void warmUp(SampleIndices sample) throws ApplicationException, InterruptedException {
        long[] units = shortUnits();
        long untilNanos = System.nanoTime() + Math.min(WARM_NANOS, leftNanos() / 10);
        while (units.length > 0 && !exhausted && System.nanoTime() < untilNanos && !sample.isEverything()) {
            run(work::again, units, untilNanos);
        }
    }

    /**
     * Times the longest units again, for this long; the shorter time counts. A long time may also come from another
     * process on the processor or from JIT warm-up.
     */
    private void timeAgain(long nanos) throws ApplicationException, InterruptedException {
        long untilNanos = System.nanoTime() + Math.min(nanos, leftNanos());
        for (SampledUnit again : run(work::again, shortUnits(), untilNanos)) {
            executed.computeIfPresent(again.index(), (index, unit) -> unit.shorter(again));
        }
    }

    /** The short units, longest first. */
    private long[] shortUnits() {
        return executed.values().stream()
                .filter(unit -> unit.computeSeconds() * 1e9 < SHORT_NANOS)
                .sorted(Comparator.comparingDouble(SampledUnit::computeSeconds).reversed())
                .mapToLong(SampledUnit::index)
                .toArray();
    }

    /** Runs a batch, and further batches after units that hang; starts no unit after {@code untilNanos}. */
    private List<SampledUnit> run(UnitBatch.Work<SampledUnit> what, long[] units, long untilNanos)
            throws ApplicationException, InterruptedException {
        List<SampledUnit> done = new ArrayList<>();
        int from = 0;
        boolean over = false;
        while (from < units.length && !exhausted && !over) {
            UnitBatch<SampledUnit> batch = new UnitBatch<>(what, units, from);
            Thread thread = new Thread(batch, "sluice-sample");
            thread.setDaemon(true); // a unit may never return
            thread.start();
            over = watch(batch, thread, untilNanos);
            done.addAll(batch.done());
            from = batch.next();
            batch.rethrow();
        }
        return done;
    }

    /** Returns whether the batch reached its time limit. */
    private boolean watch(UnitBatch<?> batch, Thread thread, long untilNanos) throws InterruptedException {
        boolean up = false;
        while (true) {
            thread.join(WATCH_MILLIS);
            if (!thread.isAlive()) {
                return up;
            }
            if (System.nanoTime() > untilNanos) {
                up = true;
                batch.stop();
            }
            long computing = batch.computingNanos();
            boolean late = terms.unitTimeoutNanos() > 0 && computing > terms.unitTimeoutNanos();
            if (leftNanos() <= 0) {
                exhausted = true;
                batch.stop();
            }
            if (late || exhausted) {
                batch.condemn(thread);
                thread.join(GRACE_MILLIS);
                if (thread.isAlive() && batch.abandon()) {
                    work.hung(batch.abandoned());
                    return up;
                }
            }
        }
    }
}
