package dev.sluice.master.application;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.api.Cycle;
import dev.sluice.api.Decoder;
import dev.sluice.api.FailedUnit;
import dev.sluice.api.Hosted;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import dev.sluice.master.AcceptTask;
import dev.sluice.master.Acknowledgements;
import dev.sluice.master.ApplicationPort;
import dev.sluice.master.Feed;
import dev.sluice.master.Feeder;
import dev.sluice.master.PreparedInputs;
import dev.sluice.master.UnitSource;
import dev.sluice.model.SluiceException;
import dev.sluice.model.delivery.FeedTask;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results.Form;
import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread that calls the application's methods on the master, one at a time. They may be slow without delaying
 * heartbeats. Inputs are encoded before results are accepted, so that workers never wait for {@code accept}. The
 * application's decisions go to the {@link ApplicationPort}, on this thread.
 */
public final class ApplicationThread implements UnitSource {
    /** Kept results accepted in one turn; units are encoded between turns. */
    private static final int KEPT_AT_ONCE = 64;

    private final Hosted<Object, Object, Object> application;
    private final ApplicationInputs inputs;
    private final ApplicationPort port;
    private final Acknowledgements acknowledgements;
    private final Feeder feeder;
    private Turns queue = new TurnsThread();
    private final @Nullable Accumulation<Object> accumulation;
    /** Results of the first cycle that exist before it begins. */
    private @Nullable KnownResults kept;

    /** The sample of units that is computed instead of the whole application. */
    private @Nullable UnitSample sample;

    /** Accumulated value of this cycle's results so far; null before the first. */
    private @Nullable Object total;

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by this thread alone
    private volatile long acceptNanos;

    private volatile boolean closed;
    private int number;
    private boolean last;
    private boolean over;
    private int droppedCycle = -1;
    /** Units without a result: those of this cycle, while it is wanted. */
    private List<FailedUnit> failures = new ArrayList<>();

    /** True if the run fails at the end of this cycle because of them. */
    private boolean fatal;

    @SuppressWarnings("unchecked")
    public ApplicationThread(
            ApplicationInputs inputs,
            Results<?> results,
            ApplicationPort port,
            Feeder feeder,
            Acknowledgements acknowledgements) {
        this.inputs = inputs;
        this.application = inputs.application();
        this.accumulation = results instanceof Accumulation<?> folded ? (Accumulation<Object>) folded : null;
        this.port = port;
        this.acknowledgements = acknowledgements;
        this.feeder = feeder;
    }

    /** Calls the application with these turns instead of a thread of its own. Call before the start. */
    public void callBy(Turns other) {
        queue = other;
    }

    /** Begins the first cycle with these results, which are accepted before all others. Call before the start. */
    public void keep(KnownResults results) {
        kept = results;
    }

    /** Computes a sample of units instead of the whole application. Call before the start. */
    public void sample(UnitSample few) {
        sample = few;
    }

    @Override
    public void start() {
        queue.start();
        queue.turn(guarded(this::firstCycle));
    }

    /** Stops after the current task; any thread. */
    public void close() {
        closed = true;
        queue.close();
    }

    public boolean awaitEnd(long millis) throws InterruptedException {
        return queue.awaitEnd(millis);
    }

    /** Processor time of the thread while it is alive [ns]. Any thread. */
    public long cpuNanos() {
        return queue.cpuNanos();
    }

    // ---- called by the loop; any thread

    /** Sends the assignment as soon as there is room. */
    @Override
    public void feed(Feed feed, FeedTask task) {
        queue.order(guarded(() -> feeder.add(feed, task)));
    }

    /** Encodes units that will be assigned soon, before other waiting tasks; {@code done} is called on this thread. */
    @Override
    public void prepare(int cycle, long firstUnit, long endUnit, Consumer<@Nullable PreparedInputs> done) {
        queue.order(guarded(() -> done.accept(over ? null : inputs.prepare(cycle, firstUnit, endUnit))));
    }

    /** Continues sending, because there is room again. */
    @Override
    public void resume(Feed feed) {
        queue.order(guarded(() -> feeder.pump(feed)));
    }

    /** Takes back at most {@code units} unsent units, else asks the worker. */
    @Override
    public void revoke(Feed feed, long units, Feeder.TakenBack takenBack) {
        queue.order(guarded(() -> feeder.revoke(feed, units, takenBack)));
    }

    /** Accepts results in the order of the calls. */
    @Override
    public void accept(AcceptTask task) {
        queue.turn(() -> acceptResults(task));
    }

    /** All results of the cycle have been passed to {@link #accept}: ends it and asks for the next. */
    @Override
    public void endCycle(int cycle) {
        queue.turn(guarded(() -> nextCycle(cycle)));
    }

    /** A unit has no result; the application is told at the end of the cycle. */
    @Override
    public void givenUp(Action.Quarantine quarantine, boolean failsRun) {
        queue.turn(() -> {
            if (quarantine.cycle() == number && quarantine.cycle() != droppedCycle) {
                fatal |= failsRun;
                failures.add(new FailedUnit(quarantine.cycle(), quarantine.unit(), error(quarantine)));
            }
        });
    }

    private static String error(Action.Quarantine quarantine) {
        UnitFailure latest = quarantine.latest();
        boolean both = !latest.type().isEmpty() && !latest.message().isEmpty();
        String line = latest.type() + (both ? ": " : "") + latest.message();
        return line.lines().findFirst().orElse(latest.code().toString());
    }

    /** The operator stopped the run: the application saves its results. */
    @Override
    public void interrupt() {
        queue.turn(guarded(() -> {
            over = true;
            if (sample == null) {
                application.interrupted();
            }
            port.ended(Verdict.CONTINUE, 0);
        }));
    }

    @Override
    public Feeder feeder() {
        return feeder;
    }

    /** Never called: the application's cycles are always complete. */
    @Override
    public void giveBack(int cycle, long from, long to) {
        throw new IllegalStateException("units [" + from + "," + to + ") given back to the application");
    }

    // ---- the thread

    /** A step that calls the application. */
    private interface Step {
        void run() throws ApplicationException;
    }

    private Runnable guarded(Step step) {
        return () -> {
            if (closed) {
                return;
            }
            try {
                step.run();
            } catch (ApplicationException | CodecException | SluiceException failure) {
                over = true;
                port.failed(failure);
            }
        };
    }

    private void firstCycle() throws ApplicationException {
        beginCycle();
    }

    private void beginCycle() throws ApplicationException {
        Cycle<Object> cycle = application.cycle(number);
        last = cycle.last();
        Object setup = cycle.setup();
        if (setup == null) {
            finish(Verdict.APPLICATION_COMPLETE);
            return;
        }
        foretellCycles();
        Payload encoded = inputs.setup(number, setup);
        port.cycleBegins(number, cycle.units(), takeKept(cycle.units(), encoded), encoded);
    }

    private void foretellCycles() throws ApplicationException {
        if (last || sample != null) {
            port.cyclesExpected(number + 1);
        } else if (number == 0) {
            application.expectedCycles().ifPresent(port::cyclesExpected);
        }
    }

    /** Has the known results accepted before any other; returns their units. */
    private UnitRanges takeKept(long units, Payload setup) {
        UnitSample few = sample;
        if (few != null) {
            return few.others(units);
        }
        KnownResults results = kept;
        if (results == null || number != 0) {
            return new UnitRanges();
        }
        try {
            results.demand(units, setup);
        } catch (SluiceException mismatch) {
            setup.release();
            throw mismatch;
        }
        for (int first = 0; first < results.count(); first += KEPT_AT_ONCE) {
            int from = first;
            queue.turn(guarded(() -> acceptKept(results, from, Math.min(from + KEPT_AT_ONCE, results.count()))));
        }
        return results.known();
    }

    private void acceptKept(KnownResults results, int from, int to) throws ApplicationException {
        for (int i = from; i < to && !over && !closed && droppedCycle != 0; i++) {
            Verdict verdict = acceptKept(results, i);
            if (verdict != Verdict.CONTINUE) {
                decide(0, verdict);
            }
        }
    }

    private Verdict acceptKept(KnownResults results, int i) throws ApplicationException {
        long unit = results.unit(i);
        Decoder decoder;
        try {
            decoder = results.decoder(i);
        } catch (IOException e) {
            throw codecFailed("result of unit " + unit, e);
        }
        try {
            decoder.lend(); // blobs; until this accept returns
            Object value = decodeWhole(decoder, unit);
            if (accumulation != null) {
                merge(value);
                return Verdict.CONTINUE;
            }
            return application.accept(unit, value);
        } finally {
            decoder.reclaim();
        }
    }

    private Object decodeWhole(Decoder decoder, long unit) {
        try {
            return application.resultCodec().decode(decoder);
        } catch (RuntimeException | Error e) {
            throw codecFailed("result of unit " + unit, e);
        }
    }

    private void nextCycle(int cycle) throws ApplicationException {
        if (over || cycle != number) {
            return;
        }
        if (sample != null) {
            over = true;
            port.ended(Verdict.CONTINUE, fatal ? failures.size() : 0);
            return;
        }
        List<FailedUnit> lost = failures;
        failures = new ArrayList<>();
        if (!lost.isEmpty() && fatal) {
            over = true;
            application.incomplete(List.copyOf(lost));
            port.ended(Verdict.CONTINUE, lost.size());
            return;
        }
        if (!lost.isEmpty()) {
            application.missing(List.copyOf(lost));
        }
        Verdict verdict = Verdict.CONTINUE;
        if (accumulation != null) {
            verdict = application.accumulated(total == null ? accumulation.identity() : total);
            total = null;
        }
        if (verdict == Verdict.CONTINUE || verdict == Verdict.CYCLE_COMPLETE) {
            verdict = application.endCycle(cycle);
        }
        if (verdict == Verdict.APPLICATION_COMPLETE || verdict == Verdict.FAILED || last) {
            finish(verdict == Verdict.FAILED ? verdict : Verdict.APPLICATION_COMPLETE);
            return;
        }
        number++;
        beginCycle();
    }

    private void finish(Verdict verdict) throws ApplicationException {
        over = true;
        if (verdict != Verdict.FAILED && sample == null) {
            application.complete();
        }
        port.ended(verdict, 0);
    }

    // ---- results

    private void acceptResults(AcceptTask task) {
        long start = System.nanoTime();
        try {
            if (!over && !closed && !task.accepted().isEmpty() && task.cycle() != droppedCycle) {
                acceptUnits(task);
            }
        } catch (ApplicationException | CodecException failure) {
            over = true;
            port.failed(failure);
        } finally {
            task.results().release();
            acceptNanos += System.nanoTime() - start;
            acknowledgements.safe(task);
        }
    }

    private void acceptUnits(AcceptTask task) throws ApplicationException {
        Decoder decoder = task.results().decoder();
        try {
            acceptUnits(task, decoder);
        } finally {
            decoder.reclaim();
        }
    }

    private void acceptUnits(AcceptTask task, Decoder decoder) throws ApplicationException {
        if (task.form() == Form.ACCUMULATED) {
            merge(decode(decoder, task.runs().get(0).firstUnit()));
            return;
        }
        long place = 0;
        for (ResultRun run : task.runs()) {
            boolean whole = task.accepted().containsAll(place, place + run.units());
            for (long unit = run.firstUnit(); unit < run.endUnit(); unit++, place++) {
                if (whole || task.accepted().contains(place)) {
                    decoder.lend(); // blobs; until this accept returns, or everything here is released
                    Verdict verdict = application.accept(unit, decode(decoder, unit));
                    if (verdict != Verdict.CONTINUE) {
                        decide(task.cycle(), verdict);
                        return;
                    }
                } else {
                    pass(decoder, unit);
                }
            }
        }
    }

    /** Skips a result that does not count without decoding it. */
    private static void pass(Decoder decoder, long unit) {
        try {
            decoder.skip(decoder.readLength(1));
        } catch (CodecException e) {
            throw codecFailed("result of unit " + unit, e);
        }
    }

    private void merge(Object value) throws ApplicationException {
        if (accumulation == null) {
            throw new CodecException("result: one value for many units (expected: a result for each)");
        }
        total = total == null ? value : application.merge(accumulation, total, value);
    }

    private Object decode(Decoder decoder, long unit) {
        try {
            return decoder.readSized(application.resultCodec());
        } catch (RuntimeException | Error e) {
            throw codecFailed("result of unit " + unit, e);
        }
    }

    /** Turns any exception of a codec, which may be the application's own, into the failure of this value. */
    public static CodecException codecFailed(String value, Throwable thrown) {
        String said = thrown instanceof CodecException ? String.valueOf(thrown.getMessage()) : thrown.toString();
        if (thrown instanceof OutOfMemoryError) {
            said += " (expected: room for it in this process; give it more with -Xmx, make units smaller, or let what"
                    + " is large be a dev.sluice.api.Blob)";
        }
        return new CodecException(value + ": " + said, thrown);
    }

    private void decide(int cycle, Verdict verdict) throws ApplicationException {
        if (verdict == Verdict.CYCLE_COMPLETE) {
            droppedCycle = cycle;
            failures.clear();
            fatal = false;
            port.cycleComplete(cycle);
        } else {
            finish(verdict);
        }
    }

    /** Time spent decoding and accepting results so far [ns]. Exact when the thread has ended or waits. */
    public long acceptNanos() {
        return acceptNanos;
    }
}
