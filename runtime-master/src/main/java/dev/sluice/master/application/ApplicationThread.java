package dev.sluice.master.application;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.api.Cycle;
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
import dev.sluice.master.WorkerConnection;
import dev.sluice.master.journal.JournalEntry;
import dev.sluice.master.journal.Recovered;
import dev.sluice.master.journal.Replay;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.SluiceException;
import dev.sluice.model.delivery.FeedTask;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;
import java.util.List;
import java.util.Optional;
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

    /** Units without a result in a cycle that ended before the run was resumed. */
    private static final String LOST_BEFORE = "failed on every worker before the run was resumed";

    private final Hosted<Object, Object, Object> application;
    private final ApplicationInputs inputs;
    private final ApplicationPort port;
    private final Acknowledgements acknowledgements;
    private final Feeder feeder;
    private final TurnsThread own;
    private Turns queue;
    private final ResultTaking taking;
    private final Results<?> mode;
    /** Results of the first cycle that exist before it begins. */
    private @Nullable KnownResults kept;

    /** The sample of units that is computed instead of the whole application. */
    private @Nullable UnitSample sample;

    private final JournalledCycles cycles;
    /** Turns that wait until the results of earlier masters are accepted. */
    private final HeldTurns held = new HeldTurns();

    private final LostUnits lost = new LostUnits();
    private final LateSenders senders;
    private final StuckWatch stuck = new StuckWatch();
    /** Units whose results the loop has passed on. On the loop. */
    private long handedUnits;

    private long units;

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by this thread alone
    private volatile long acceptNanos;

    private volatile boolean closed;
    private int number;
    private boolean last;
    private boolean foretold;
    private boolean over;
    private int droppedCycle = -1;

    @SuppressWarnings("unchecked")
    public ApplicationThread(
            ApplicationInputs inputs,
            Results<?> results,
            ApplicationPort port,
            Feeder feeder,
            Acknowledgements acknowledgements) {
        this.inputs = inputs;
        this.application = inputs.application();
        this.senders = new LateSenders(application);
        Accumulation<Object> accumulation =
                results instanceof Accumulation<?> folded ? (Accumulation<Object>) folded : null;
        this.mode = results;
        this.taking = new ResultTaking(application, accumulation, port::nanoTime);
        this.port = port;
        this.own = new TurnsThread(port::crashed);
        this.queue = own;
        this.acknowledgements = acknowledgements;
        this.feeder = feeder;
        this.cycles = new JournalledCycles(inputs, accumulation != null);
    }

    /** Writes the application's course to this journal, after what earlier masters wrote. Call before the start. */
    public void journal(JournalledRun run) {
        cycles.journal(run);
    }

    /** Calls the application with these turns instead of a thread of its own. Call before the start. */
    public void callBy(Turns other) {
        queue = other;
    }

    @Override
    public boolean takes(dev.sluice.net.message.Results.Form form) {
        return switch (form) {
            case EACH -> !(mode instanceof Accumulation);
            case COMPLETED -> mode.kept();
            case ACCUMULATED -> mode instanceof Accumulation;
        };
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
        queue.turn(() -> taking.timed(guarded(() -> {
            JournalledCycles.Restored restored = cycles.restore();
            number = restored.cycle();
            taking.resume(restored.total());
            beginCycle();
        })));
    }

    /** The thread that calls the application, unless {@link #callBy} named another. */
    public Thread thread() {
        return own.thread();
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

    @Override
    public void feed(Feed feed, FeedTask task) {
        queue.order(guarded(() -> feeder.add(feed, task)));
    }

    /** Encodes units that will be assigned soon, before other waiting tasks; {@code done} is called on this thread. */
    @Override
    public void prepare(int cycle, long firstUnit, long endUnit, Consumer<@Nullable PreparedInputs> done) {
        queue.order(guarded(() -> done.accept(over ? null : inputs.prepare(cycle, firstUnit, endUnit))));
    }

    @Override
    public void resume(Feed feed) {
        queue.order(guarded(() -> feeder.pump(feed)));
    }

    @Override
    public void revoke(Feed feed, long units, Feeder.TakenBack takenBack) {
        queue.order(guarded(() -> feeder.revoke(feed, units, takenBack)));
    }

    @Override
    public void answer(WorkerConnection connection, long failure) {
        queue.order(guarded(() -> acknowledgements.answer(connection, failure)));
    }

    @Override
    public void accept(AcceptTask task) {
        handedUnits += task.accepted().size();
        turn(() -> acceptResults(task));
    }

    @Override
    public long waitingUnits() {
        return Math.max(0, handedUnits - taking.takenUnits());
    }

    @Override
    public Optional<String> stuck(long nowNanos) {
        return stuck.look(queue.running(), taking.takenUnits(), nowNanos);
    }

    /** All results of the cycle have been passed to {@link #accept}: ends it and asks for the next. */
    @Override
    public void endCycle(int cycle) {
        turn(() -> taking.timed(guarded(() -> nextCycle(cycle))));
    }

    /** A unit has no result; the application is told at the end of the cycle. */
    @Override
    public void givenUp(Action.Quarantine quarantine, boolean failsRun) {
        turn(() -> {
            if (quarantine.cycle() == number && quarantine.cycle() != droppedCycle) {
                lost.givenUp(quarantine, failsRun);
            }
        });
    }

    /** The operator stopped the run: the application saves its results. */
    @Override
    public void interrupt() {
        turn(guarded(() -> {
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
            try {
                if (!closed) {
                    step.run();
                }
            } catch (ApplicationException | CodecException | SluiceException failure) {
                over = true;
                port.failed(failure);
            }
        };
    }

    /** Runs the task after all turns before it, and after the results of earlier masters. Any thread. */
    private void turn(Runnable task) {
        queue.turn(held.holdable(task));
    }

    private void beginCycle() throws ApplicationException {
        Cycle<Object> cycle = application.cycle(number);
        last = cycle.last();
        Object setup = cycle.setup();
        if (setup == null) {
            finish(Verdict.APPLICATION_COMPLETE);
            return;
        }
        units = cycle.units();
        foretellCycles();
        Payload encoded = inputs.setup(number, setup);
        Recovered.Cycle earlier = cycles.begin(number, cycle.units(), encoded, () -> closed);
        if (earlier == null) {
            port.cycleBegins(number, cycle.units(), takeKept(cycle.units(), encoded), encoded);
            return;
        }
        if (earlier.closed()) {
            encoded.release(); // no worker computes anything of this cycle
        } else {
            port.cycleBegins(number, cycle.units(), earlier.known().copy(), encoded);
        }
        held.hold();
        Replay replay = cycles.replay(number);
        queue.turn(() -> replay(replay, earlier));
    }

    /** Accepts some results of earlier masters, then the next of them in another turn. */
    private void replay(Replay replay, Recovered.Cycle cycle) {
        try {
            for (int i = 0; i < KEPT_AT_ONCE && !over && !closed && droppedCycle != number; i++) {
                JournalEntry.ResultsAccepted next = replay.next();
                if (next == null) {
                    break;
                }
                long before = taking.takenUnits();
                try {
                    acceptUnits(next, null);
                } finally {
                    next.results().release();
                    taking.over(before); // the loop has not passed them on
                }
                if (i == KEPT_AT_ONCE - 1) {
                    queue.turn(() -> replay(replay, cycle));
                    return;
                }
            }
            held.release();
            if (cycle.closed() && !over && !closed) {
                if (droppedCycle != number) {
                    senders.refused(true, (those, from, why) -> voided(number, those, from, why));
                    lost.givenUpEarlier(cycles.missing(cycle, lost.undecoded(), LOST_BEFORE));
                }
                endOfCycle(number);
            }
        } catch (ApplicationException | CodecException | SluiceException failure) {
            over = true;
            held.release();
            port.failed(failure);
        }
        JournalledCycles.close(replay);
        held.runWaiting();
    }

    private void foretellCycles() throws ApplicationException {
        if (last || sample != null) {
            port.cyclesExpected(number + 1);
        } else if (!foretold) {
            foretold = true;
            application.expectedCycles().ifPresent(port::cyclesExpected);
        }
    }

    /** Has the known results accepted before any other; returns their units. */
    private UnitRanges takeKept(long units, Payload setup) {
        UnitSample few = sample;
        if (few != null) {
            return few.others(units, port::nanoTime);
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
            turn(guarded(() -> acceptKept(results, from, Math.min(from + KEPT_AT_ONCE, results.count()))));
        }
        return results.known();
    }

    private void acceptKept(KnownResults results, int from, int to) throws ApplicationException {
        for (int i = from; i < to && !over && !closed && droppedCycle != 0; i++) {
            cycles.known(results.unit(i));
            Verdict verdict = taking.takeKept(results, i, cycles::kept);
            if (verdict != Verdict.CONTINUE) {
                decide(0, verdict);
            }
        }
    }

    private void nextCycle(int cycle) throws ApplicationException {
        if (over || cycle != number) {
            return;
        }
        if (droppedCycle != cycle) {
            senders.refused(true, (those, from, why) -> voided(cycle, those, from, why));
        }
        if (!lost.undecoded().isEmpty() && !lost.isFatal()) {
            port.cycleReopens(number, units, lost.undecoded().copy());
            return;
        }
        if (sample != null) {
            over = true;
            port.ended(Verdict.CONTINUE, lost.isFatal() ? lost.failures() : 0);
            return;
        }
        if (lost.failures() > 0 && lost.isFatal()) {
            over = true;
            application.incomplete(lost.givenUp());
            port.ended(Verdict.CONTINUE, lost.failures());
            return;
        }
        endOfCycle(cycle);
    }

    private void endOfCycle(int cycle) throws ApplicationException {
        List<FailedUnit> failed = lost.take();
        if (!failed.isEmpty()) {
            application.missing(failed);
        }
        Verdict verdict = taking.accumulated();
        if (verdict == Verdict.CONTINUE || verdict == Verdict.CYCLE_COMPLETE) {
            verdict = application.endCycle(cycle);
        }
        if (verdict == Verdict.APPLICATION_COMPLETE || verdict == Verdict.FAILED || last) {
            finish(verdict == Verdict.FAILED ? verdict : Verdict.APPLICATION_COMPLETE);
            return;
        }
        cycles.end(cycle);
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
        long start = port.nanoTime();
        long before = taking.takenUnits();
        try {
            if (!over && !closed && !task.accepted().isEmpty() && task.cycle() != droppedCycle) {
                acceptUnits(
                        new JournalEntry.ResultsAccepted(
                                task.cycle(), task.form(), task.runs(), task.accepted(), task.results()),
                        task.connection());
            }
            if (!over && !closed && droppedCycle != number) {
                cycles.taken(task.position(), taking.total());
            }
        } catch (ApplicationException | CodecException failure) {
            over = true;
            port.acceptFailed(failure, task.connection());
        } finally {
            task.results().release();
            taking.over(before + task.accepted().size());
            acceptNanos += port.nanoTime() - start;
            acknowledgements.safe(task);
        }
    }

    /** @param from the session that brought the results; null if they come from the journal */
    private void acceptUnits(JournalEntry.ResultsAccepted results, @Nullable WorkerConnection from)
            throws ApplicationException {
        cycles.accepted(results);
        if (!lost.undecoded().isEmpty()) {
            lost.accepted(results.units());
        }
        senders.add(results, from);
        Verdict verdict = taking.take(results, (those, why) -> voided(results.cycle(), those, from, why));
        if (verdict == Verdict.CONTINUE) {
            senders.refused(false, (those, sender, why) -> voided(results.cycle(), those, sender, why));
        } else {
            decide(results.cycle(), verdict);
        }
    }

    private void voided(int cycle, UnitRanges those, @Nullable WorkerConnection from, CodecException why) {
        lost.undecoded(those);
        cycles.voided(cycle, those);
        port.voided(cycle, those.copy(), from, why);
    }

    private void decide(int cycle, Verdict verdict) throws ApplicationException {
        if (verdict == Verdict.CYCLE_COMPLETE) {
            droppedCycle = cycle;
            lost.forgive();
            port.cycleComplete(cycle);
        } else {
            finish(verdict);
        }
    }

    @Override
    public long busyNanos() {
        return Math.max(acceptNanos, cpuNanos());
    }

    @Override
    public long methodNanos() {
        return taking.applicationNanos();
    }

    /** Time spent decoding and accepting results so far [ns]. Exact when the thread has ended or waits. */
    public long acceptNanos() {
        return acceptNanos;
    }
}
