package dev.sluice.worker;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Decoder;
import dev.sluice.api.unit.MemoryShares;
import dev.sluice.api.unit.PinnedProcessors;
import dev.sluice.api.unit.UnitProcessors;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Collect;
import dev.sluice.net.message.CycleEnd;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.FollowUnit;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Revoke;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.UnitTerms.Isolation;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.message.WorkTerms;
import dev.sluice.net.parent.Outgoing;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.worker.isolation.ChildCommand;
import dev.sluice.worker.isolation.IsolationOrder;
import dev.sluice.worker.isolation.IsolationPolicy;
import dev.sluice.worker.outbox.Accumulating;
import dev.sluice.worker.outbox.Collector;
import dev.sluice.worker.outbox.ResultOutbox;
import dev.sluice.worker.queue.QueuedRange;
import dev.sluice.worker.queue.WorkQueue;
import dev.sluice.worker.slot.FlushTimer;
import dev.sluice.worker.slot.FollowedUnits;
import dev.sluice.worker.slot.MemoryDesk;
import dev.sluice.worker.slot.Slot;
import dev.sluice.worker.slot.SlotCrew;
import dev.sluice.worker.slot.SlotTimes;
import dev.sluice.worker.slot.UnitWatch;
import dev.sluice.worker.slot.WorkerThreads;
import dev.sluice.worker.unit.CycleWork;
import dev.sluice.worker.unit.InputCursor;
import dev.sluice.worker.unit.LoadedApplication;
import dev.sluice.worker.unit.StateLoader;
import dev.sluice.worker.unit.WorkerException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes cycles and assignments from the loop, keeps queue, slots and outbox consistent, and hands work back. Confined
 * to the worker loop; queue, slots and outbox themselves are safe for any thread.
 */
public final class WorkIntake {
    private static final Logger log = LoggerFactory.getLogger(WorkIntake.class);

    private final int slots;
    private final WorkerThreads threads;
    private final Loop loop;
    private final Runnable settled;
    private final Consumer<WorkerException> failed;
    private final WorkQueue queue;
    private final ResultOutbox outbox;
    private final Collector collector;
    private final SlotCrew crew;
    private final FollowedUnits followed;
    private final FlushTimer timer;
    private final SlotTimes times;
    /** Start of the time in which the master owes a setup [ns]: at the registration, and at the end of a cycle. */
    private long owedNanos;

    private final Consumer<Ending> clogged;
    private UnitTerms terms = UnitTerms.NONE;
    private final IsolationOrder order = new IsolationOrder();
    private boolean isolated;
    private @Nullable MemoryDesk desk;
    private @Nullable UnitWatch watch;
    private @Nullable CycleWork work;
    private volatile @Nullable LoadedApplication application;
    private Runnable whenDelivered = () -> {};

    /**
     * @param settled called on the loop when slots have left or results were acknowledged
     * @param failed called on the loop when the worker cannot continue
     * @param clogged called on the loop with the reason to leave: too many threads are stuck in units
     */
    public WorkIntake(
            WorkerThreads threads,
            int slots,
            Runnable settled,
            Consumer<WorkerException> failed,
            Consumer<Ending> clogged) {
        this.threads = threads;
        this.loop = threads.loop();
        this.slots = slots;
        this.settled = settled;
        this.queue = new WorkQueue(slots);
        this.outbox = new ResultOutbox(Runtime.getRuntime().maxMemory() / 4, loop::nanoTime);
        this.timer = new FlushTimer(loop);
        this.crew = new SlotCrew(timer, threads);
        this.followed = new FollowedUnits(loop, crew);
        this.clogged = clogged;
        this.failed = e -> loop.post(() -> failed.accept(e));
        this.collector = new Collector(outbox, threads.collector(), this.failed);
        this.times = new SlotTimes(slots, queue, outbox, crew);
    }

    /** Computes all units in processes of their own, whatever the master asks for. Called before the first session. */
    void isolate() {
        isolated = true;
    }

    /** Slot time by cause. */
    SlotTimes times() {
        return times;
    }

    public SlotCrew crew() {
        return crew;
    }

    /** The application, once it is loaded; any thread. */
    @Nullable
    public LoadedApplication application() {
        return application;
    }

    /** Starts the slots, because the application is loaded. Work may have been queued before. */
    void open(LoadedApplication loaded) {
        application = loaded;
        if (work != null && !mayIsolate()) {
            work.keepNoEncoded();
        }
        outbox.mode(
                loaded.results().kept(),
                loaded.results() instanceof Accumulation<Object> accumulation
                        ? new Accumulating(loaded.application(), accumulation)
                        : null,
                failed);
        crew.start(
                new Slot.Shared(
                        loaded,
                        new StateLoader(loaded.application(), threads::pause, log::warn),
                        queue,
                        outbox,
                        timer,
                        terms,
                        () -> new IsolationPolicy(
                                terms.isolation(), loaded.application().keepsState(), order),
                        new ChildCommand(loaded.source(), slots),
                        failed),
                loaded.loader(),
                () -> loop.post(settled));
        times.begin(loop.nanoTime());
        if (terms.timeoutNanos() > 0) {
            watch = new UnitWatch(loop, crew, terms.timeoutNanos(), this::leaveTheStuck);
            watch.start();
        }
    }

    private void leaveTheStuck() {
        clogged.accept(new Ending(
                ErrorCode.WORKER_CLOGGED,
                "too many units that took too long hold on to their threads (expected: that compute returns, or heeds"
                        + " its thread's interruption)"));
    }

    /**
     * Takes a message about work over; returns false if it is none.
     *
     * @param leaving whether the worker takes no more units
     */
    boolean received(Session session, Message message, boolean leaving) {
        if (message instanceof Assign assign) {
            onAssign(session, assign, leaving);
        } else if (message instanceof Acknowledge acknowledge) {
            onAcknowledge(acknowledge);
        } else if (message instanceof Revoke revoke) {
            handBack(session, revoke.units());
        } else if (message instanceof Collect collect) {
            onCollect(collect);
        } else if (message instanceof Grant grant) {
            onGrant(grant);
        } else if (message instanceof Unwanted unwanted) {
            onUnwanted(unwanted);
        } else if (message instanceof FollowUnit asked) {
            followed.follow(session, asked);
        } else if (message instanceof WorkTerms given) {
            onWorkTerms(given);
        } else if (message instanceof CycleSetup setup) {
            onCycleSetup(setup);
        } else if (message instanceof CycleEnd cycleEnd) {
            onCycleEnd(cycleEnd);
        } else {
            return false;
        }
        return true;
    }

    public void onCycleSetup(CycleSetup setup) {
        if (work != null && work.number() == setup.cycle()) {
            setup.release(); // known since before the session was lost
            return;
        }
        endCycle();
        long now = loop.nanoTime();
        long wireNanos = Math.max(setup.setup().arrivingNanos(), now - owedNanos - setup.gapNanos());
        queue.noteWaits(waits -> waits.setupArrived(now, wireNanos));
        work = new CycleWork(setup.cycle(), setup.setup(), mayIsolate());
        outbox.beginCycle(setup.cycle());
    }

    /** Tells whether a unit may be isolated, as far as that is known: before the application is loaded it may. */
    private boolean mayIsolate() {
        LoadedApplication loaded = application;
        boolean keepsState = loaded != null && loaded.application().keepsState();
        return IsolationPolicy.effective(terms.isolation(), keepsState) != Isolation.OFF;
    }

    void onCycleEnd(CycleEnd end) {
        long now = loop.nanoTime();
        owedNanos = now;
        queue.noteWaits(waits -> waits.cycleEnded(now, end.lull()));
        if (work != null && work.number() == end.cycle()) {
            endCycle();
        }
        settled.run();
    }

    /** Queues assigned units; hands them back at once when {@code leaving}. */
    public void onAssign(Session session, Assign assign, boolean leaving) {
        boolean kept = false;
        try {
            CycleWork cycle = work;
            if (cycle == null || cycle.number() != assign.cycle()) {
                throw new WorkerException(
                        ErrorCode.UNEXPECTED_MESSAGE,
                        "units of cycle " + assign.cycle() + " (expected: its setup before them)");
            }
            InputCursor cursor = new InputCursor(assign.inputs().buffers());
            checkInputs(cursor.copy(), assign.units());
            long end = assign.firstUnit() + assign.units();
            long now = loop.nanoTime();
            if (!outbox.assigned(assign.sequence(), assign.run(), assign.firstUnit(), end, now)) {
                throw new WorkerException(
                        ErrorCode.MALFORMED,
                        "units [" + assign.firstUnit() + "," + end + ") of " + assign.run()
                                + " (expected: none that this worker holds)");
            }
            kept = !leaving;
            if (leaving) {
                HeldUnits units = new HeldUnits(
                        assign.run().attemptOf(assign.firstUnit()),
                        assign.run().nonce(),
                        assign.firstUnit(),
                        assign.units());
                outbox.handedBack(List.of(units));
                session.send(new HandedBack(assign.cycle(), List.of(units)));
            } else {
                expect(cursor, assign.units());
                QueuedRange.Inputs inputs = new QueuedRange.Inputs(assign.inputs(), cursor);
                queue.add(new QueuedRange(cycle, assign.run(), assign.firstUnit(), end, inputs), assign.lull(), now);
            }
        } finally {
            if (!kept) {
                assign.release();
            }
        }
    }

    /** Begins to fetch the messages that other workers keep for these units. */
    private void expect(InputCursor cursor, int units) {
        LoadedApplication loaded = application;
        if (loaded != null && loaded.application().residence().isPresent()) {
            Decoder inputs = cursor.copy().decoder();
            loaded.application().residence().ifPresent(parts -> parts.expect(inputs, units));
        }
    }

    void onAcknowledge(Acknowledge acknowledge) {
        if (!outbox.acknowledged(acknowledge.sequence(), acknowledge.windowBytes(), acknowledge.queuedNanos())) {
            throw new WorkerException(
                    ErrorCode.MALFORMED,
                    "acknowledgement of " + acknowledge.sequence() + " (expected: at most "
                            + outbox.digest().resultSequence() + ")");
        }
        if (acknowledge.answered() > 0) {
            outbox.answered(acknowledge.answered());
        }
        if (outbox.delivered()) {
            whenDelivered.run();
            whenDelivered = () -> {};
        }
        settled.run();
    }

    /**
     * Records whether the run goes on without this worker, and whether its next units are isolated. Units that compute
     * now are finished as ever.
     */
    void onWorkTerms(WorkTerms given) {
        order.give(given.isolated());
        long now = loop.nanoTime();
        queue.noteWaits(waits -> waits.parked(now, given.parked()));
    }

    /** Sends the kept results, because the master collects them. */
    void onCollect(Collect collect) {
        if (work != null && work.number() == collect.cycle()) {
            long now = loop.nanoTime();
            queue.noteWaits(waits -> waits.collected(now));
            collector.collect(collect.cycle());
        }
    }

    /** Sends a large result that the master has granted. */
    void onGrant(Grant grant) {
        outbox.granted(grant.offer());
    }

    /** Drops units that the master no longer wants from this worker. */
    void onUnwanted(Unwanted unwanted) {
        if (work != null && work.number() == unwanted.cycle()) {
            queue.drop(unwanted.units());
            outbox.drop(unwanted.units());
            unwanted.units().forEach(units -> crew.cancel(loop, units));
            settled.run();
        }
    }

    /** Hands back at most {@code units} units that no slot has started. */
    void handBack(Session session, long units) {
        CycleWork cycle = work;
        List<HeldUnits> back = queue.takeBack(units);
        outbox.handedBack(back);
        if (cycle != null) {
            session.send(new HandedBack(cycle.number(), back));
        }
    }

    /** Hands everything back, running units too, and reports the unit that ends the process. */
    void surrender(Session session, Ending why, @Nullable HeldUnits culprit) {
        CycleWork cycle = work;
        queue.clear();
        queue.close();
        if (cycle == null) {
            return;
        }
        if (culprit != null) {
            outbox.sendNow(Outgoing.Failure.of(cycle.number(), culprit, why.code(), "", why.text(), "", 1));
        }
        timer.flushAll();
        session.send(new HandedBack(cycle.number(), outbox.surrender()));
    }

    /** Runs the task once every result is acknowledged; at once if all are. */
    void whenDelivered(Runnable task) {
        if (outbox.delivered()) {
            task.run();
        } else {
            whenDelivered = task;
        }
    }

    /** The units to name in a registration. */
    ResultOutbox.Holdings holdings() {
        return outbox.holdings();
    }

    public ResultOutbox.Digest digest() {
        return outbox.digest();
    }

    /** @param known whether the master knows this worker and continues its counters */
    void attach(Session session, Registered registered, boolean known) {
        long now = loop.nanoTime();
        owedNanos = now;
        queue.noteWaits(waits -> {
            waits.healed(now);
            waits.parked(now, false); // the master says it again
        });
        if (!known) {
            times.beginAgain(now);
        }
        if (!registered.drop().isEmpty()) {
            queue.drop(registered.drop());
        }
        terms = isolated ? registered.units().isolated(Isolation.ON) : registered.units();
        UnitProcessors.share(slots, terms.pinned());
        if (!terms.memory().learned()) {
            MemoryShares.here(null);
        } else if (desk == null) {
            desk = new MemoryDesk(slots, loop::nanoTime, () -> HostCapacity.freeBytes() / UnitProcessors.workersHere());
            MemoryShares.here(desk);
        }
        PinnedProcessors.offence(slots)
                .ifPresent(offence -> failed.accept(new WorkerException(ErrorCode.NOT_PINNED, offence)));
        outbox.attach(session, registered.resultWindowBytes(), registered.offerAboveBytes(), registered.drop());
    }

    void detach() {
        long now = loop.nanoTime();
        queue.noteWaits(waits -> waits.cut(now));
        followed.detach();
        outbox.detach();
    }

    /** Accepts no more work; slots leave after their started units. */
    void close() {
        queue.close();
    }

    /** Tells whether no slot works and nothing waits for an acknowledgement. Sends kept results first. */
    boolean settled() {
        return crew.hasLeft() && delivered();
    }

    /** Tells whether no unit is held and nothing waits for an acknowledgement. Sends kept results first. */
    boolean holdsNothing() {
        return outbox.digest().unitsHeld() == 0 && delivered();
    }

    private boolean delivered() {
        if (outbox.keepsSome()) {
            if (work != null) {
                collector.collect(work.number());
            }
            return false;
        }
        return outbox.delivered();
    }

    /** Drops everything at the end. */
    void stop() {
        if (watch != null) {
            watch.stop();
        }
        followed.detach();
        queue.clear();
        queue.close();
        outbox.close();
        collector.stop();
        endCycle();
    }

    private void endCycle() {
        if (work != null) {
            work.end();
            work = null;
            outbox.endCycle();
            queue.clear();
        }
    }

    private static void checkInputs(InputCursor cursor, int units) {
        cursor.skip(units);
        if (!cursor.atEnd()) {
            throw new WorkerException(
                    ErrorCode.MALFORMED,
                    "unit inputs: longer than declared (expected: nothing after the input of the last of " + units
                            + " units)");
        }
    }
}
