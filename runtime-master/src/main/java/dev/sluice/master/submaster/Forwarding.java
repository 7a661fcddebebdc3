package dev.sluice.master.submaster;

import dev.sluice.api.ApplicationException;
import dev.sluice.master.AcceptTask;
import dev.sluice.master.Feed;
import dev.sluice.master.Feeder;
import dev.sluice.master.PreparedInputs;
import dev.sluice.master.RunCore;
import dev.sluice.master.RunCourse;
import dev.sluice.master.SchedulerDriver;
import dev.sluice.master.UnitSource;
import dev.sluice.master.WorkerConnection;
import dev.sluice.model.delivery.FeedTask;
import dev.sluice.model.delivery.SafeInOrder;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Brought;
import dev.sluice.model.schedule.CycleState;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.GivenUnits;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.parent.Outgoing;
import dev.sluice.net.parent.Transit;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The unit source of a sub-master: its parent master. Assigned units become a piece of the open cycle for the scheduler
 * here. Results from below go up unchanged, under the names that the parent master gave; nothing is decoded. A result
 * is acknowledged below when it is acknowledged above, so that an acknowledgement means the same at every level.
 * Confined to the loop.
 */
public final class Forwarding implements UnitSource {
    private final RunCore core;
    private final SchedulerDriver driver;
    private final RunCourse course;
    private final Feeder feeder;
    private final SubMasterInputs inputs = new SubMasterInputs();
    private final GivenUnits given = new GivenUnits();
    private final Transit transit;
    private final UpwardBatch batch;
    private final AccumulatedValues folded;
    private final UpwardQueue queue;
    private final SafeInOrder<WorkerConnection, AcceptTask> unsafe;
    private final CompletedUnits completed = new CompletedUnits();
    private final UpwardNews news = new UpwardNews(given);
    private List<Refuge> elsewhere = List.of();
    private int cycle = -1;
    private boolean wanted;
    private boolean leaves;

    /** @param merger merges several accumulated values into one */
    public Forwarding(RunCore core, SchedulerDriver driver, RunCourse course, AccumulatedValues.Merger merger) {
        this.core = core;
        this.driver = driver;
        this.course = course;
        this.feeder = new Feeder(inputs, core.traffic());
        this.transit = new Transit(core.loop()::nanoTime, Long.MAX_VALUE);
        this.queue = new UpwardQueue(transit);
        this.unsafe = new SafeInOrder<>(core.acknowledgements()::safe);
        this.batch = new UpwardBatch(core.loop(), transit::onTheWay, message -> queue.add(message, wanted));
        this.folded = new AccumulatedValues(
                merger, (ofCycle, value, safe) -> batch.add(ofCycle, Results.Form.ACCUMULATED, value, safe));
    }

    /** Messages in transit to the parent master. */
    Transit transit() {
        return transit;
    }

    /** Units that the parent master counts as held here. */
    long unitsHeld(boolean kept) {
        // A unit with a deferred result counts until its completion is reported; the message with its result comes
        // later.
        long batched = kept && batch.carriesResults() ? 0 : batch.units();
        return given.owedUnits() + batched + queue.units(kept) + (kept ? 0 : transit.offeredUnits());
    }

    /** Tells whether all assigned units are computed and acknowledged, or handed back. */
    boolean isIdle() {
        return given.owedUnits() == 0
                && batch.units() == 0
                && folded.isEmpty()
                && queue.isEmpty()
                && transit.isEmpty()
                && driver.completedUnits() == 0;
    }

    // ---- the session with the parent master

    /** The units that a registration reports, of cycle {@code cycle}, or -1 for none. */
    record Holdings(int cycle, List<HeldUnits> working, List<ResultRun> finished) {
        static final Holdings NONE = new Holdings(-1, List.of(), List.of());
    }

    /**
     * The holdings to report on a new session; later changes are reported after the registration. Forgets results of
     * ended cycles.
     */
    Holdings holdings() {
        news.forget();
        batch.flush();
        List<ResultRun> finished = transit.finishedOf(cycle);
        finished.addAll(queue.finished());
        finished.addAll(folded.runs());
        return new Holdings(cycle, given.due(), finished);
    }

    /**
     * Attaches a registered session. Units that the parent master does not want are dropped, here and below; the rest
     * is sent again.
     */
    void attach(Session session, Registered answer) {
        for (HeldUnits units : answer.drop()) {
            transit.drop(units);
            withdraw(units);
        }
        news.attach(session::send, cycle);
        transit.attach(session, answer.resultWindowBytes(), answer.offerAboveBytes(), wanted);
        List<ResultRun> again = completed.among(given.told());
        if (!again.isEmpty()) {
            transit.send(
                    new Outgoing.Forwarded(cycle, Results.Form.COMPLETED, again, Payload.empty(), () -> {}), wanted);
        }
        foldedMayBeAll();
        queue.send(wanted);
    }

    /** Detaches the broken session. */
    void detach() {
        news.detach();
        transit.detach();
    }

    /** Withdraws the units assigned under this name. */
    private void withdraw(HeldUnits units) {
        given.named(units).forEach(this::withdraw);
    }

    private void withdraw(long from, long to) {
        given.forEachDueWithin(from, to, inputs::drop);
        given.giveBack(from, to);
        driver.apply(new Event.UnitsWithdrawn(cycle, from, to));
    }

    /** Sets the masters to which workers go when this sub-master is lost. */
    void refuges(List<Refuge> refuges) {
        elsewhere = refuges;
    }

    @Override
    public List<Refuge> elsewhere() {
        return elsewhere;
    }

    /** Records that this sub-master leaves while the run goes on. */
    void leaves() {
        leaves = true;
    }

    @Override
    public boolean runGoesOn() {
        return leaves;
    }

    // ---- from above

    void begin(int number, Payload setup, int parts) {
        if (number == cycle) {
            setup.release(); // known since before the session was lost
            return;
        }
        endOf(cycle);
        cycle = number;
        course.cycleOpens(number, setup, parts);
    }

    /** Adds assigned units. Takes the inputs over. */
    void give(Assign assign) {
        transit.assigned(assign.sequence(), core.nanoTime());
        long end = assign.firstUnit() + assign.units();
        if (assign.cycle() != cycle) {
            assign.release();
            return;
        }
        if (given.hasSome(assign.firstUnit(), end)) {
            withdraw(assign.firstUnit(), end); // what went up of these was refused, and they are computed again
        }
        inputs.add(assign.firstUnit(), assign.units(), assign.inputs());
        given.give(assign.run(), assign.firstUnit(), end);
        wanted = false;
        driver.apply(new Event.UnitsGiven(
                cycle,
                assign.firstUnit(),
                end,
                assign.run().needs(),
                assign.run().priority()));
    }

    /** Takes back at most {@code most} units; returns those that were taken. */
    List<HeldUnits> recall(long most) {
        driver.apply(new Event.UnitsRecalled(cycle, most)); // what workers have queued stays with them
        foldedMayBeAll();
        return news.takeBack();
    }

    /** Drops adopted units that other workers have. */
    void refused(Unwanted unwanted) {
        if (unwanted.cycle() == cycle) {
            for (HeldUnits units : unwanted.units()) {
                transit.drop(units);
                withdraw(units);
            }
            foldedMayBeAll();
        }
    }

    int cycle() {
        return cycle;
    }

    void collect(int number) {
        if (number == cycle) {
            wanted = true;
            driver.apply(new Event.ResultsWanted(number));
            foldedMayBeAll();
        }
    }

    void endOf(int number) {
        if (number != cycle || cycle < 0) {
            return;
        }
        driver.apply(new Event.CycleDropped(number));
        folded.drop();
        batch.drop();
        queue.drop();
        cycle = -1;
        wanted = false;
        news.forget();
        transit.withdrawOthers(cycle);
        given.clear();
        inputs.clear();
        completed.clear();
    }

    /** Records that everything up to this sequence is safe; false if it was never sent. */
    boolean acknowledged(long sequence, long window) {
        boolean known = transit.acknowledged(sequence, window);
        queue.send(wanted);
        return known;
    }

    // ---- to above

    /** Reports a unit that failed on every worker below that tried it. */
    @Override
    public void givenUp(Action.Quarantine quarantine, boolean fatal) {
        UnitFailure last = quarantine.latest();
        batch.flush(); // what came before it goes before it
        for (HeldUnits unit : given.fail(quarantine.unit())) {
            inputs.drop(unit.firstUnit(), unit.endUnit());
            transit.send(
                    Outgoing.Failure.of(
                            cycle, unit, last.code(), last.type(), last.message(), last.stack(), quarantine.workers()),
                    false);
        }
        core.loop().execute(this::foldedMayBeAll); // when the scheduler has done with it
    }

    @Override
    public void accept(AcceptTask task) {
        Runnable safe = unsafe.add(task.connection(), task);
        Results arrived = task.results();
        ForwardedResults results =
                arrived.cycle() == cycle ? ForwardedResults.of(arrived, task.accepted(), given) : ForwardedResults.NONE;
        arrived.release();
        if (results.runs().isEmpty()) {
            safe.run();
            foldedMayBeAll();
            return;
        }
        results.whose().forEach(inputs::drop);
        results.runs().forEach(run -> note(arrived.form(), run));
        if (wanted && arrived.form() == Results.Form.ACCUMULATED) {
            folded.add(cycle, results, safe, () -> refuse(task.connection()));
            foldedMayBeAll();
            return;
        }
        batch.add(cycle, arrived.form(), results, safe);
        if (driver.outstandingUnits() == 0) {
            batch.flush();
        }
        foldedMayBeAll();
    }

    private void refuse(WorkerConnection sender) {
        core.loop()
                .execute(() -> course.refuse(
                        sender, "accumulated value: cannot be decoded (expected: as its codec encodes it)"));
    }

    private void note(Results.Form form, ResultRun run) {
        if (form == Results.Form.COMPLETED) {
            completed.add(run);
        } else {
            given.delivered(run.firstUnit(), run.endUnit());
        }
    }

    /**
     * Sends accumulated values up if none is missing. They wait while a worker below keeps another result; called
     * whenever that may have changed.
     */
    void foldedMayBeAll() {
        if (!folded.isEmpty() && driver.completedUnits() == 0) {
            folded.complete();
        }
    }

    // ---- called by the loop

    @Override
    public void start() {}

    @Override
    public Feeder feeder() {
        return feeder;
    }

    @Override
    public void feed(Feed feed, FeedTask task) {
        dropComputed(feed);
        fed(() -> feeder.add(feed, task));
    }

    /** Drops assignments that wait for one worker and were computed by another; their inputs are gone. */
    private void dropComputed(Feed feed) {
        List<HeldUnits> computed = new ArrayList<>();
        for (FeedTask task : feed.waiting) {
            inputs.forEachMissing(
                    task.next(),
                    task.end(),
                    (from, to) -> computed.add(
                            new HeldUnits(task.run().attemptOf(from), task.run().nonce(), from, to - from)));
        }
        if (!computed.isEmpty()) {
            computed.forEach(feed.waiting::drop);
            driver.takenBack(feed.connection, feed.cycle, computed);
        }
    }

    @Override
    public void prepare(int ofCycle, long firstUnit, long endUnit, Consumer<@Nullable PreparedInputs> done) {
        done.accept(null);
    }

    @Override
    public void resume(Feed feed) {
        if (feed.cycle == cycle) {
            dropComputed(feed);
            fed(() -> feeder.pump(feed));
        }
    }

    @Override
    public void revoke(Feed feed, long units, Feeder.TakenBack takenBack) {
        feeder.revoke(feed, units, takenBack);
    }

    @Override
    public void answer(WorkerConnection connection, long failure) {
        core.acknowledgements().answer(connection, failure);
    }

    @Override
    public void endCycle(int number) {}

    @Override
    public void interrupt() {}

    @Override
    public Brought adopt(Brought brought) {
        boolean open = brought.cycle() == cycle && driver.state() == CycleState.OPEN;
        return open ? news.adopt(brought) : brought;
    }

    @Override
    public void giveBack(int ofCycle, long from, long to) {
        news.giveBack(given.giveBack(from, to));
        inputs.drop(from, to);
        core.loop().execute(this::handBack); // when the scheduler has done with them
    }

    /** Hands units up that the scheduler gave back unasked. */
    private void handBack() {
        news.handBack(cycle);
        foldedMayBeAll();
    }

    /** Sends and acknowledges nothing from now on. */
    void close() {
        news.detach();
        folded.close();
        batch.close();
        queue.close();
        transit.close();
        inputs.clear();
    }

    private interface Feeding {
        void run() throws ApplicationException;
    }

    private static void fed(Feeding feeding) {
        try {
            feeding.run();
        } catch (ApplicationException e) {
            throw new IllegalStateException("no application is asked for inputs here", e);
        }
    }

    /**
     * The compute time of units whose completion was reported to the parent master in this cycle, and whose results
     * workers below keep. Only its sum is known: a report that has to be repeated gives each unit the mean. Confined to
     * the loop.
     */
    private static final class CompletedUnits {
        private long units;
        private long nanos;
        private double secondsSquared;

        /** Records units whose completion is being reported. */
        void add(ResultRun run) {
            units += run.units();
            nanos += run.computeNanos();
            secondsSquared += run.computeSecondsSquared();
        }

        /** Runs that report the completion of these units once more. */
        List<ResultRun> among(List<HeldUnits> told) {
            List<ResultRun> again = new ArrayList<>();
            for (HeldUnits each : told) {
                double share = (double) each.units() / Math.max(1, units);
                again.add(ResultRun.of(
                        each.attempt(),
                        each.nonce(),
                        each.firstUnit(),
                        Math.toIntExact(each.units()),
                        Math.round(nanos * share),
                        secondsSquared * share));
            }
            return again;
        }

        /** Forgets them, because the cycle is over. */
        void clear() {
            units = 0;
            nanos = 0;
            secondsSquared = 0;
        }
    }
}
