package dev.sluice.master;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Verdict;
import dev.sluice.master.bounds.BadResults;
import dev.sluice.master.record.AddedUnits;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.master.tune.Actuator;
import dev.sluice.master.tune.Mover;
import dev.sluice.master.tune.Tuning;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.CycleEnd;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The course of a run, from cycle to cycle as the application decides, to its end. Reports of the application thread
 * are moved to the master loop, to which the state is confined. Methods that another thread may call say so.
 */
public final class RunCourse implements ApplicationPort {
    /** Workers that do not leave by themselves are disconnected after this time [ns]. */
    private static final long FAREWELL_NANOS = 2_000_000_000L;

    /** The same where running units are not waited for: enough for workers to say what they did [ns]. */
    private static final long SHORT_FAREWELL_NANOS = 50_000_000L;

    private final RunCore core;
    private final SchedulerDriver driver;
    private final RunLife life;
    private final RunListener listener;
    private final Departure departure;
    private final Setups setups;
    private final Actuator actuator;
    private final Mover mover;
    private final Tuning tuning;
    private final BadResults badResults = new BadResults();
    private final Deque<AddedUnits> added = new ArrayDeque<>();
    private JournalledRun journal = JournalledRun.NONE;
    private int cycle = -1;
    /** The units of the cycle that need other than one slot. */
    private List<Event.Sized> sized = List.of();

    private Payload setup = Payload.empty();
    private int interruptedExit;
    /** True after the operator dropped the units of the cycle, which is then over without being complete. */
    private boolean abandoned;

    private long farewellNanos = FAREWELL_NANOS;
    /** The failure with which so many units had failed that the run stops; null until then. */
    private @Nullable UnitFailure stoppedBy;
    /** The end of the run; null until it is over. */
    private @Nullable RunEnd end;

    /** @param departure ends the sessions of workers that do not leave by themselves when the run is over */
    RunCourse(RunCore core, SchedulerDriver driver, Departure departure) {
        this.core = core;
        this.driver = driver;
        this.life = core.life();
        this.listener = core.listener();
        this.departure = departure;
        this.setups = new Setups(core, driver);
        RunFloor floor = new RunFloor(core, driver, setups);
        RunSettings.Changes changes = core.settings().changes();
        this.actuator = new Actuator(floor, changes.active());
        this.mover = new Mover(floor);
        this.tuning = Tuning.of(changes.tuned(), changes.planned(), floor, actuator, mover);
    }

    /** Number of the open or last cycle; -1 before the first. */
    int cycle() {
        return cycle;
    }

    /** Tells whether this is the open cycle. */
    boolean isOpen(int number) {
        return life.state().hasCycle() && number == cycle;
    }

    /** Tells whether the operator asked for the end and the run is being stopped. */
    boolean stopping() {
        return life.state().isStopping();
    }

    /** Tells whether the run has ended and its workers are being dismissed. */
    boolean over() {
        return life.state().isOver();
    }

    /** Sends the setups. */
    Setups setups() {
        return setups;
    }

    /** Changes who works and how units are handed out. */
    public Actuator actuator() {
        return actuator;
    }

    /** Isolates the units below this sub-master, or not, as its parent master says. */
    public void isolate(boolean isolated) {
        if (core.isolation().asked(isolated)) {
            RunFloor.sendIsolation(core, driver.handout());
        }
    }

    /** Moves workers between the masters of the run. */
    public Mover mover() {
        return mover;
    }

    /** Tunes what the user has left open. */
    public Tuning tuning() {
        return tuning;
    }

    /** Forgets a worker that is gone for good. */
    void gone(WorkerId worker) {
        actuator.gone(worker);
        tuning.gone(worker);
    }

    @Override
    public void tellProgress(Consumer<RunProgress> news) {
        core.loop().execute(() -> news.accept(core.progress()));
    }

    @Override
    public void decided(String aboutParts) {
        core.loop().execute(() -> core.recording().changed("parts", aboutParts, "", ""));
    }

    @Override
    public void cycleBegins(Event.CycleBegun begun, Payload newSetup) {
        core.loop().execute(() -> {
            if (over() || stopping()) {
                newSetup.release();
                return;
            }
            int number = begun.cycle();
            core.progress().cycleBegun(number, begun.units(), begun.open(), core.nanoTime());
            core.recording().cycleBegun(number, begun.units());
            core.recording().units().begun(number, begun.units(), begun.open(), begun.kinds());
            core.longUnits().cycleBegun(number);
            listener.cycleBegun(number, begun.units(), begun.open());
            core.ahead().begin(number, begun.units());
            if (!begun.open()) { // else the end is not known, to which the tuning compares
                tuning.cycleBegun(number, begun.units(), begun.known().size());
            }
            setups.parts(begun.parts());
            begin(
                    number,
                    newSetup,
                    begun.aside(cycle < 0 ? core.settings().takeover().survivorsNanos() : 0));
            sized = new ArrayList<>(begun.kinds());
        });
    }

    /** Hands out units of an open cycle when this journal has what they follow from. Called before the start. */
    void journal(JournalledRun run) {
        journal = run;
    }

    @Override
    public void givesUp(int number, long unit) {
        core.loop().execute(() -> driver.givesUp(number, unit));
    }

    @Override
    public void inOrder(Runnable task) {
        core.loop().execute(task);
    }

    @Override
    public void unitsAdded(int number, long units, boolean closes, long position, long after, List<Event.Sized> kinds) {
        core.loop().execute(() -> {
            added.add(new AddedUnits(number, units, closes, position, after, kinds));
            handOutCommitted();
        });
    }

    /** Hands out the added units of which the journal knows by now. On the loop. */
    void handOutCommitted() {
        while (!added.isEmpty() && journal.isCommitted(added.getFirst().position())) {
            AddedUnits next = added.removeFirst();
            if (!over() && isOpen(next.cycle())) {
                core.progress().unitsAdded(next.units(), next.closes());
                core.ahead().more(next.units());
                if (next.units() > 0) {
                    core.recording()
                            .units()
                            .added(next, driver.wantsUnits(), core.recording().since(core.nanoTime()));
                    driver.apply(new Event.UnitsAdded(next.cycle(), next.units(), next.kinds()));
                    sized.addAll(next.kinds());
                    driver.giveUpEarly(next.cycle());
                }
                if (next.closes()) {
                    driver.apply(new Event.CycleClosed(next.cycle()));
                }
            }
        }
    }

    /** Opens a cycle on a sub-master; its units arrive piece by piece. Takes the setup over. On the loop. */
    public void cycleOpens(int number, Payload newSetup, int parts) {
        if (over() || isOpen(number)) {
            newSetup.release();
            return;
        }
        setups.parts(parts);
        begin(number, newSetup, new Event.CycleOpened(number, parts));
    }

    private void begin(int number, Payload newSetup, Event event) {
        if (newSetup != setup) {
            setup.release(); // kept until now, because the cycle might have been opened again
        }
        life.on(RunState.Input.BEGIN);
        cycle = number;
        setup = newSetup;
        core.registry().connections().forEach(connection -> connection.feed = new Feed(connection, number));
        setups.begin(number, newSetup, core.registry().connections());
        long now = core.nanoTime();
        driver.apply(event);
        core.registry().connections().forEach(connection -> driver.noteLull(connection, now));
    }

    @Override
    public void voided(int number, UnitRanges units, @Nullable WorkerConnection from, Exception why) {
        core.loop().execute(() -> {
            if (!over() && from != null) {
                blame(from, number, units, why);
            }
        });
    }

    /**
     * Ends the session that brought a result which cannot be decoded. If the fault is not that peer's, the unit has
     * failed; an accumulated value belongs to no unit, and ends the run.
     */
    private void blame(WorkerConnection from, int number, UnitRanges units, Exception why) {
        WorkerEntry entry = from.entry;
        String text = String.valueOf(why.getMessage());
        UnitFailure failure = new UnitFailure(entry.id, ErrorCode.RESULT_ENCODING, "", text, "");
        Set<String> others = core.registry().connections().stream()
                .map(connection -> connection.entry.peer())
                .collect(Collectors.toSet());
        boolean confirmed =
                badResults.isConfirmed(number, entry.peer(), new Event.VoidResult(units.from(0), failure), others);
        if (confirmed && units.size() > 1) {
            finish(RunEnd.of(why));
            return;
        }
        entry.acceptedUnits--;
        if (!confirmed) {
            refuse(from, text);
        }
    }

    /** Ends the session of a worker whose result cannot be decoded. Its address may not register for a while. */
    public void refuse(WorkerConnection from, String text) {
        if (!over() && from.open && !from.entry.branch) { // the worker of a sub-master is not known here
            core.bounds().offended(from.entry.peer(), core.nanoTime());
            from.session.refuse(ErrorCode.MALFORMED, text);
            departure.closed(from, new Closing(ErrorCode.MALFORMED, text, false));
        }
    }

    @Override
    public void cycleReopens(int number, long units, UnitRanges missing, boolean open) {
        core.loop().execute(() -> {
            if (over() || stopping()) {
                return;
            }
            core.progress().cycleReopened(number, units, open, core.nanoTime());
            core.recording().cycleBegun(number, units);
            core.registry().connections().forEach(connection -> connection.hasSetupOf(-1));
            if (!open) {
                tuning.cycleBegun(number, units, units - missing.size());
            }
            begin(number, setup, new Event.CycleReopened(number, units, missing, badResults.all(number), open, sized));
        });
    }

    @Override
    public void cycleComplete(int number) {
        core.loop().execute(() -> {
            if (isOpen(number)) {
                tuning.cycleDropped();
            }
            if (!over()) {
                driver.apply(new Event.CycleDropped(number));
            }
        });
    }

    /** Finishes the cycle, because the scheduler has no outstanding unit. */
    void finishCycle(int number) {
        life.on(RunState.Input.FINISH);
        core.ahead().clear();
        setups.cycleOver();
        tuning.cycleFinished();
        long now = core.nanoTime();
        core.progress().cycleFinished(number, now);
        core.recording().cycleFinished(core);
        core.grants().cycleOver(core.registry());
        for (WorkerConnection connection : core.registry().connections()) {
            connection.owed(now);
            connection.session.send(new CycleEnd(number, connection.endLull(now)));
        }
    }

    @Override
    public void ended(Verdict verdict, long lost) {
        core.loop().execute(() -> {
            if (verdict == Verdict.FAILED) {
                finish(RunEnd.failed(ErrorCode.VERDICT_FAILED, "the application ended the run as failed"));
            } else if (lost > 0) {
                finish(RunEnd.failed(ErrorCode.UNITS_QUARANTINED, lost(lost)));
            } else {
                finish(RunEnd.complete());
            }
        });
    }

    @Override
    public void interrupted() {
        core.loop().execute(() -> finish(RunEnd.interrupted(interruptedExit)));
    }

    private String lost(long units) {
        String text = units == 1
                ? "1 unit failed on every worker that tried it"
                : units + " units failed on every worker that tried them";
        UnitFailure last = stoppedBy;
        if (last == null) {
            return text;
        }
        return last.code() == ErrorCode.CLASS_MISSING
                ? text + "; the run stopped there, as every other unit would fail: " + last.message()
                : text + "; the run stopped there (--max-failures)";
    }

    /**
     * Records a unit that failed on every worker that tried it, and drops the rest of the cycle if there are too many
     * of them. Returns whether the run fails because of it.
     */
    boolean givenUp(Action.Quarantine quarantine) {
        core.progress().quarantined(quarantine);
        WorkerEntry entry = core.registry().entry(quarantine.latest().worker());
        core.recording().givenUp(quarantine, entry);
        listener.quarantined(quarantine);
        ErrorCode code = quarantine.latest().code();
        if (code == ErrorCode.UNIT_CANCELLED) {
            return stoppedBy != null; // the operator knows that the answer lacks it
        }
        FailureTerms failures = core.settings().limits().failures();
        long accepted = driver.counters().accepted();
        boolean now =
                stoppedBy == null && failures.stopAt().isReached(core.progress().quarantinedUnits(), accepted, code);
        if (now) {
            stoppedBy = quarantine.latest();
            cycleComplete(quarantine.cycle());
        }
        return stoppedBy != null || !failures.keepGoing();
    }

    @Override
    public void failed(Exception failure) {
        boolean inFarewell =
                failure instanceof ApplicationException said && said.method().equals("interrupted");
        core.loop()
                .execute(() -> finish(inFarewell ? RunEnd.interrupted(interruptedExit, failure) : RunEnd.of(failure)));
    }

    @Override
    public void crashed(Throwable why) {
        core.loop().failed(why);
    }

    @Override
    public long nanoTime() {
        return core.nanoTime();
    }

    @Override
    public void acceptFailed(Exception failure, WorkerConnection from) {
        core.loop().execute(() -> {
            RunEnd how = RunEnd.of(failure);
            boolean accept = failure instanceof ApplicationException said
                    && said.method().equals("accept");
            String whose = accept ? "; the result was that of " + from.entry : "";
            finish(RunEnd.failed(how.code(), how.text() + whose, failure));
        });
    }

    /** Ends the run in this way. Any thread. */
    public void end(RunEnd how) {
        core.loop().execute(() -> finish(how));
    }

    /**
     * Stops the run after Ctrl-C: hands out no more units, delivers the running ones, and lets the application save its
     * results. Any thread.
     */
    public void stop(int exitCode) {
        core.loop().execute(() -> {
            if (!over() && !stopping()) {
                life.on(RunState.Input.STOP);
                interruptedExit = exitCode;
                driver.apply(new Event.StopRequested());
            }
        });
    }

    /**
     * Stops the run, and drops the units that are running: workers interrupt them when they leave, soon after. Any
     * thread.
     */
    public void abandon(int exitCode) {
        stop(exitCode);
        core.loop().execute(() -> {
            if (!over()) {
                abandoned = true;
                driver.apply(new Event.CycleDropped(cycle));
            }
        });
    }

    /** Returns whether the cycle ends without its results, so that the application learns nothing of its end. */
    boolean isAbandoned() {
        return abandoned;
    }

    /**
     * Lets workers leave at once when the run is over, although units are still running whose results nobody wants. Any
     * thread.
     */
    public void dismissAtOnce() {
        core.loop().execute(() -> farewellNanos = SHORT_FAREWELL_NANOS);
    }

    private void finish(RunEnd how) {
        if (over()) {
            return;
        }
        life.on(RunState.Input.END);
        tuning.runEnded();
        end = how;
        core.ahead().clear();
        core.progress().ended(core.nanoTime(), driver.counters());
        setups.cycleOver();
        setup.release();
        setup = Payload.empty();
        listener.ending();
        for (WorkerConnection connection : core.registry().connections()) {
            connection.session.send(new Drain(true)); // it says what it did, then goodbye
        }
        core.loop().schedule(farewellNanos, this::dismiss);
        finishWhenAllAreGone();
    }

    /** Disconnects workers that did not answer the goodbye in time. */
    private void dismiss() {
        for (WorkerConnection connection : core.registry().connections()) {
            connection.session.send(new Goodbye(ErrorCode.NONE, "the run is over"));
            departure.closed(connection, new Closing(ErrorCode.NONE, "dismissed", false));
        }
    }

    /** Tells the listener when the last session is closed after the end. */
    void finishWhenAllAreGone() {
        RunEnd how = end;
        if (how != null
                && life.state() == RunState.ENDING
                && core.registry().connections().isEmpty()) {
            life.on(RunState.Input.GONE);
            core.recording().ended(core);
            listener.ended(how);
        }
    }
}
