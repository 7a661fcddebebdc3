package dev.sluice.master.application;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.api.Cycle;
import dev.sluice.api.FailedUnit;
import dev.sluice.api.Hosted;
import dev.sluice.api.Residence;
import dev.sluice.api.Verdict;
import dev.sluice.master.AcceptTask;
import dev.sluice.master.Acknowledgements;
import dev.sluice.master.ApplicationPort;
import dev.sluice.master.WorkerConnection;
import dev.sluice.master.journal.JournalEntry;
import dev.sluice.master.journal.Recovered;
import dev.sluice.master.journal.Replay;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The course of the application: its cycles, the results that it takes, among them those of earlier masters, and its
 * end. Confined to the application's thread, except for methods that name another.
 */
final class ApplicationCourse {
    /** Kept results accepted in one turn; units are encoded between turns. */
    private static final int KEPT_AT_ONCE = 64;

    /** Units without a result in a cycle that ended before the run was resumed. */
    private static final String LOST_BEFORE = "failed on every worker before the run was resumed";

    /** A step that calls the application. */
    interface Step {
        void run() throws ApplicationException;
    }

    private final Hosted<Object, Object, Object> application;
    private final ApplicationInputs inputs;
    private final ApplicationPort port;
    private final Acknowledgements acknowledgements;
    private final Consumer<Runnable> turns;
    private final ResultTaking taking;
    /** Results of the first cycle that exist before it begins. */
    private @Nullable KnownResults kept;

    /** The sample of units that is computed instead of the whole application. */
    private @Nullable UnitSample sample;

    private final JournalledCycles cycles;
    private final OpenUnits open;
    private final UnitKinds kinds;
    /** Turns that wait until the results of earlier masters are accepted. */
    private final HeldTurns held = new HeldTurns();

    private final LostUnits lost = new LostUnits();
    private final LateSenders senders;

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by this thread alone
    private volatile long acceptNanos;

    private volatile boolean closed;
    private int number;
    private boolean last;
    private int parts;
    private int toldSteps = -1;
    private boolean foretold;
    private boolean over;
    private int droppedCycle = -1;
    /** Setup of an open cycle that begins for the workers when the results of earlier masters are accepted. */
    private @Nullable Payload delayed;

    /** @param turns runs a task after all turns before it */
    ApplicationCourse(
            ApplicationInputs inputs,
            @Nullable Accumulation<Object> accumulation,
            ApplicationPort port,
            Acknowledgements acknowledgements,
            Consumer<Runnable> turns) {
        this.inputs = inputs;
        this.application = inputs.application();
        this.port = port;
        this.acknowledgements = acknowledgements;
        this.turns = turns;
        this.senders = new LateSenders(application);
        this.taking = new ResultTaking(application, accumulation, port::nanoTime);
        this.cycles = new JournalledCycles(inputs, accumulation != null);
        this.kinds = new UnitKinds(application);
        this.open = new OpenUnits(inputs, port, kinds, this::came);
    }

    JournalledCycles cycles() {
        return cycles;
    }

    OpenUnits open() {
        return open;
    }

    ResultTaking taking() {
        return taking;
    }

    void keep(KnownResults results) {
        kept = results;
    }

    void sample(UnitSample few) {
        sample = few;
    }

    boolean isOver() {
        return over;
    }

    /** Nothing more is asked of the application. Any thread. */
    void close() {
        closed = true;
        open.close();
    }

    /** The step as a task, which does nothing when all is closed, and ends the run when the step fails. */
    Runnable guarded(Step step) {
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
    void turn(Runnable task) {
        turns.accept(held.holdable(task));
    }

    void start() throws ApplicationException {
        JournalledCycles.Restored restored = cycles.restore();
        number = restored.cycle();
        taking.resume(restored.total());
        beginCycle();
    }

    /** A unit was given up; the application learns it at once in an open cycle, else when the cycle ends. */
    void givenUp(Action.Quarantine quarantine, boolean failsRun) throws ApplicationException {
        if (quarantine.cycle() == number && quarantine.cycle() != droppedCycle) {
            lost.givenUp(quarantine, failsRun);
            if (open.isOpen() && !lost.isFatal() && !over) {
                application.missing(lost.takeGivenUp());
            }
        }
    }

    /** The operator stops the run. An application that has ended before keeps its end: its answer may be complete. */
    void interrupt() throws ApplicationException {
        if (over) {
            return;
        }
        over = true;
        open.end();
        if (sample == null) {
            application.interrupted();
        }
        port.interrupted();
    }

    // ---- open cycles

    /** Units came from the source: they take their place among the results. On the source's thread. */
    private void came(JournalEntry.UnitsArrived those) {
        port.inOrder(() -> {
            long position = cycles.came(those);
            turn(guarded(() -> {
                if (!over) {
                    open.arrived(those);
                    open.tellSourced(position);
                    open.answered();
                    closeIfDry();
                }
            }));
        });
    }

    /** Every unit of the cycle so far is finished. */
    void ranDry(int cycle, long units) {
        if (!over && !closed && cycle != droppedCycle) {
            open.ranDry(cycle, units);
            closeIfDry();
        }
    }

    private void closeIfDry() {
        open.closeIfDry(!lost.undecoded().isEmpty());
    }

    // ---- cycles

    private void beginCycle() throws ApplicationException {
        Cycle<Object> cycle = application.cycle(number);
        int begun = number;
        application.givesUpBy(unit -> port.givesUp(begun, unit));
        last = cycle.last();
        parts = cycle.parts();
        Object setup = cycle.setup();
        if (setup == null) {
            finish(Verdict.APPLICATION_COMPLETE);
            return;
        }
        if (sample != null || kept != null && number == 0) {
            Applications.demandWhole(cycle);
        }
        open.begin(number, cycle);
        foretellCycles();
        tellSteps();
        Payload encoded = inputs.setup(number, setup);
        Recovered.Cycle earlier = cycles.begin(number, cycle, encoded, () -> closed);
        if (earlier == null) {
            UnitRanges before = takeKept(cycle.units(), encoded);
            port.cycleBegins(begun(cycle.units(), before, cycle.open()), encoded);
            return;
        }
        if (earlier.closed()) {
            encoded.release(); // no worker computes anything of this cycle
        } else if (cycle.open()) {
            delayed = encoded; // only then its units are known
        } else {
            port.cycleBegins(begun(cycle.units(), earlier.known().copy(), false), encoded);
        }
        held.hold();
        Replay replay = cycles.replay(number);
        turns.accept(() -> replay(replay, earlier));
    }

    private Event.CycleBegun begun(long units, UnitRanges known, boolean isOpen) throws ApplicationException {
        return new Event.CycleBegun(number, units, known, 0, isOpen, kinds.of(0, units), parts);
    }

    /** Accepts some results of earlier masters, then the next of them in another turn. */
    private void replay(Replay replay, Recovered.Cycle cycle) {
        try {
            for (int i = 0; i < KEPT_AT_ONCE && !over && !closed && droppedCycle != number; i++) {
                JournalEntry next = replay.next();
                if (next == null) {
                    break;
                } else if (next instanceof JournalEntry.ResultsAccepted results) {
                    acceptEarlier(results);
                } else if (next instanceof JournalEntry.UnitsArrived those) {
                    open.arrived(those);
                }
                if (i == KEPT_AT_ONCE - 1) {
                    turns.accept(() -> replay(replay, cycle));
                    return;
                }
            }
            held.release();
            beginDelayed(cycle);
            if (cycle.closed() && !over && !closed) {
                if (droppedCycle != number) {
                    senders.refused(true, (those, from, why) -> voided(number, those, from, why));
                    lost.givenUpEarlier(cycles.missing(cycle, open.units(), lost.undecoded(), LOST_BEFORE));
                }
                endOfCycle(number);
            }
        } catch (ApplicationException | CodecException | SluiceException failure) {
            over = true;
            releaseDelayed();
            held.release();
            port.failed(failure);
        }
        JournalledCycles.close(replay);
        held.runWaiting();
    }

    private void acceptEarlier(JournalEntry.ResultsAccepted results) throws ApplicationException {
        long before = taking.takenUnits();
        try {
            acceptUnits(results, null);
        } finally {
            results.results().release();
            taking.over(before); // the loop has not passed them on
        }
    }

    /** An open cycle of an earlier master begins for the workers, with all units that it had. */
    private void beginDelayed(Recovered.Cycle earlier) throws ApplicationException {
        Payload setup = delayed;
        if (setup == null || over || closed) {
            releaseDelayed();
            return;
        }
        cycles.compareOpen(earlier, open.fromSource());
        delayed = null;
        port.cycleBegins(begun(open.units(), earlier.known().copy(), open.isOpen()), setup);
        open.begun();
        if (droppedCycle == number) {
            port.cycleComplete(number); // what was said during the replay came before the begin
        }
    }

    private void releaseDelayed() {
        if (delayed != null) {
            delayed.release();
            delayed = null;
        }
    }

    /** Tells how many steps have ended, and how parts were cut, if parts stay on workers. */
    private void tellSteps() {
        Residence resident = parts == 0 ? null : application.residence().orElse(null);
        if (resident != null && resident.stepsEnded() != toldSteps) {
            toldSteps = resident.stepsEnded();
            int ended = toldSteps;
            int inAll = resident.stepsInAll();
            int units = parts;
            long now = port.nanoTime();
            port.tellProgress(progress -> progress.stepped(ended, inAll, units, now));
            resident.cuts().ifPresent(port::decided);
        }
    }

    private void foretellCycles() throws ApplicationException {
        if (last || sample != null) {
            int all = number + 1;
            port.tellProgress(progress -> progress.cyclesExpected(all));
        } else if (!foretold) {
            foretold = true;
            application.expectedCycles().ifPresent(all -> port.tellProgress(progress -> progress.cyclesExpected(all)));
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

    /** All results of the cycle are taken: ends it and asks for the next. */
    void nextCycle(int cycle) throws ApplicationException {
        if (over || cycle != number) {
            return;
        }
        if (droppedCycle != cycle) {
            senders.refused(true, (those, from, why) -> voided(cycle, those, from, why));
        }
        if (!lost.undecoded().isEmpty() && !lost.isFatal()) {
            port.cycleReopens(number, open.units(), lost.undecoded().copy(), open.isOpen());
            open.begun();
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
        open.end();
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
        cycles.end(cycle, open.units());
        number++;
        beginCycle();
    }

    private void finish(Verdict verdict) throws ApplicationException {
        over = true;
        open.end();
        if (verdict != Verdict.FAILED && sample == null) {
            application.complete();
        }
        port.ended(verdict, 0);
    }

    // ---- results

    void acceptResults(AcceptTask task) {
        long start = port.nanoTime();
        long before = taking.takenUnits();
        Results results = task.results();
        try {
            if (!over && !closed && !task.accepted().isEmpty() && results.cycle() != droppedCycle) {
                acceptUnits(
                        new JournalEntry.ResultsAccepted(
                                results.cycle(), results.form(), results.runs(), task.accepted(), results.results()),
                        task.connection());
                open.tell(task.position());
                tellSteps();
            }
            if (!over && !closed && droppedCycle != number) {
                cycles.taken(task.position(), taking.total());
            }
        } catch (ApplicationException | CodecException failure) {
            over = true;
            port.acceptFailed(failure, task.connection());
        } finally {
            results.release();
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
            verdict = application.settle();
        }
        if (verdict == Verdict.CONTINUE) {
            senders.refused(false, (those, sender, why) -> voided(results.cycle(), those, sender, why));
        } else {
            decide(results.cycle(), verdict);
        }
        open.taken(results, lost.undecoded()); // after those that the application refused
    }

    private void voided(int cycle, UnitRanges those, @Nullable WorkerConnection from, CodecException why) {
        lost.undecoded(those);
        cycles.voided(cycle, those);
        port.voided(cycle, those.copy(), from, why);
    }

    private void decide(int cycle, Verdict verdict) throws ApplicationException {
        if (verdict == Verdict.CYCLE_COMPLETE) {
            droppedCycle = cycle;
            open.end();
            lost.forgive();
            port.cycleComplete(cycle);
        } else {
            finish(verdict);
        }
    }

    /** Time spent decoding and accepting results so far [ns]. Any thread. */
    long acceptNanos() {
        return acceptNanos;
    }
}
