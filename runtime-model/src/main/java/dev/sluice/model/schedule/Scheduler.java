package dev.sluice.model.schedule;

import dev.sluice.model.Offer;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.Counters;
import dev.sluice.model.ledger.ResourcesSeen;
import dev.sluice.model.schedule.Action.DiscardReason;
import java.util.ArrayList;
import java.util.List;

/**
 * The scheduler of a run: a state machine over the life of cycles, workers and units. It takes events with their time,
 * and writes actions to an outbox. The master drives it on real time, a simulator on virtual time.
 *
 * <p>Units are named by ranges. The memory therefore grows with the outstanding ranges and with the gaps in the
 * finished set, never with the number of units. A unit may be computed more than once, but {@link Action.Accept} is
 * written once for each. Confined to one thread (the master's loop).
 *
 * <p>Read on: {@link Assigner} decides which worker gets which units, {@link TailInsurance} which are copied,
 * {@link Acceptance} which results count, {@link Losses} what follows when a worker is lost, {@link HostWatch} which
 * hosts get no units. {@link UnitLedger} keeps the units; {@link WorkerState} and {@link CycleState} have the tables.
 */
public final class Scheduler {
    private final CycleCourse course;
    private final UnitLedger ledger = new UnitLedger();
    private final Tally tally = new Tally();
    private final Story story = new Story();
    private final Roster roster;
    private final Assigner assigner;
    private final TailInsurance insurance;
    private final HostWatch watch;
    private final Losses losses;
    private final Workers workers;
    private final Acceptance acceptance;
    private final Collection collection;
    private final Pieces pieces;
    private final WantedUnits wanted;

    /** Creates a scheduler without workers and without a cycle. */
    public Scheduler(SchedulerConfig config) {
        this(config, (from, input, to) -> {}, (from, input, to) -> {});
    }

    Scheduler(SchedulerConfig config, Roster.Watcher workerWatcher, CycleCourse.Watcher cycleWatcher) {
        this.course = new CycleCourse(cycleWatcher);
        this.roster = new Roster(workerWatcher, config.maxFailures(), config.resources());
        this.assigner = new Assigner(config, ledger, roster);
        this.wanted = new WantedUnits(ledger, assigner);
        this.watch = new HostWatch(ledger, roster, assigner);
        Tally.Books books = new Tally.Books(course, ledger, roster, watch, tally);
        this.insurance = new TailInsurance(books, assigner);
        this.losses = new Losses(config, books);
        this.pieces = new Pieces(ledger, roster, losses);
        this.workers = new Workers(config, books, assigner, losses, new Newcomers(ledger, roster, pieces));
        this.acceptance = new Acceptance(books, losses);
        this.collection = new Collection(books, losses);
    }

    /**
     * Creates a scheduler that continues a cycle, or a run between two cycles, with the same workers. Queues are filled
     * at the first tick. A worker without its setup gets units after {@link Event.SetupSent}.
     */
    public Scheduler(SchedulerConfig config, OpenCycle from, long nowNanos) {
        this(config);
        for (OpenCycle.OpenWorker worker : from.workers()) {
            FeedAhead feed = new FeedAhead(assigner.handout().prefetch());
            WorkerRecord record = new WorkerRecord(worker.id(), worker.slots(), feed, nowNanos);
            record.state = WorkerRecord.stateOf(worker);
            roster.join(record);
            roster.offers(record, worker.offer(), worker.offer().single().size() != 1);
            record.resume(worker, nowNanos);
            if (!worker.hasSetup()) {
                roster.setup(new Event.SetupQueued(worker.id()));
            }
            worker.held().forEach(held -> assigner.skipTo(held.run().endAttempt()));
        }
        course.skipTo(from.cycle());
        if (!from.isOver()) {
            course.begin(from.cycle());
            ledger.resume(from);
            pieces.begin(false);
            assigner.resume(from);
            insurance.begin(from.units());
        }
    }

    /**
     * Takes one event and writes the resulting actions.
     *
     * @param nowNanos monotonic time, not before that of the last call
     * @throws IllegalStateException when the event cannot happen in this state, which is a defect of the caller; the
     *     message lists the last events
     */
    public void apply(Event event, long nowNanos, Outbox outbox) {
        story.add(event);
        watch.now(nowNanos);
        try {
            dispatch(event, nowNanos, outbox);
            settle(outbox);
        } catch (IllegalStateException defect) {
            throw new IllegalStateException(defect.getMessage() + "; what led to it:" + story, defect);
        }
    }

    private void dispatch(Event event, long nowNanos, Outbox outbox) {
        if (event instanceof Event.ResultsArrived results) {
            onResults(results, nowNanos, outbox);
        } else if (event instanceof Event.UnitsCompleted completed) {
            onCompleted(completed, nowNanos, outbox);
        } else if (event instanceof Event.FoldArrived fold) {
            onFold(fold, nowNanos, outbox);
        } else if (event instanceof Event.RoundTripMeasured trip) {
            workers.roundTrip(trip);
        } else if (event instanceof Event.WorkerHeard heard) {
            roster.heard(heard.worker(), nowNanos);
        } else if (event instanceof Event.Ticked) {
            onTick(nowNanos, outbox);
        } else if (event instanceof Event.UnitFailed failed) {
            onUnitFailed(failed, outbox);
        } else if (event instanceof Event.UnitsHandedBack back) {
            onHandedBack(back, outbox);
        } else if (event instanceof Event.CycleBegun begun) {
            begin(begun, nowNanos, false, outbox);
        } else if (event instanceof Event.CycleOpened opened) {
            begin(opened.withoutUnits(), nowNanos, true, outbox);
        } else if (event instanceof Event.UnitsAdded added) {
            onUnitsAdded(added, outbox);
        } else if (event instanceof Event.CycleClosed closed) {
            if (closed.cycle() == course.cycle() && course.isOpen()) {
                ledger.close();
            }
        } else if (event instanceof Event.CycleReopened reopened) {
            reopen(reopened, nowNanos, outbox);
        } else if (event instanceof Event.UnitsGiven given) {
            onUnitsGiven(given, outbox);
        } else if (event instanceof Event.UnitsBrought brought) {
            workers.brought(brought, outbox);
        } else if (event instanceof Event.FromParent word) {
            if (course.takes(word.cycle())) {
                pieces.hear(word, outbox);
            }
        } else if (event instanceof Event.UnitCancelled cancelled) {
            onUnitCancelled(cancelled, outbox);
        } else if (event instanceof Event.HandoutChanged changed) {
            onHandout(changed.to(), outbox);
        } else if (event instanceof Event.CycleDropped dropped) {
            onCycleDropped(dropped, outbox);
        } else if (event instanceof Event.SlotsExpected expected) {
            roster.expect(expected.slots(), expected.untilNanos());
        } else if (event instanceof Event.StopRequested) {
            onStop(outbox);
        } else if (!workers.handle(event, nowNanos, outbox)) {
            throw new IllegalStateException("no handler for " + event);
        }
    }

    /** The current state of the cycles. */
    public CycleState state() {
        return course.state();
    }

    /** Units of the open cycle that are accepted or given up. */
    public long finishedUnits() {
        return ledger.finished().size();
    }

    /** Units whose results are deferred at workers. */
    public long completedUnits() {
        return collection.completedUnits();
    }

    /** Units that workers are yet to compute. */
    public long outstandingUnits() {
        return roster.openUnits();
    }

    /** Units that this worker is yet to compute; 0 for an unknown worker. */
    public long outstandingUnits(WorkerId worker) {
        WorkerRecord record = roster.find(worker);
        return record == null ? 0 : record.openUnits;
    }

    /** Units that this worker is presumably computing; none for an unknown worker. */
    public List<RunningUnit> running(WorkerId worker, long nowNanos) {
        return RunningUnits.of(roster.find(worker), nowNanos);
    }

    /** Tells whether this cycle is open, and this unit of it neither accepted nor given up. */
    public boolean isOpen(int cycle, long unit) {
        return cycle == course.cycle() && course.isOpen() && ledger.isUnfinished(unit);
    }

    /** The workers that are yet to compute this unit of the open cycle, or compute it. */
    public List<WorkerId> holders(long unit) {
        return roster.all().stream()
                .filter(worker -> worker.connected() && worker.holds(unit))
                .map(worker -> worker.id)
                .toList();
    }

    /** Speed of all slots of this worker in slots of mean speed; the number of its slots if it has timed no unit. */
    public double speed(WorkerId worker) {
        return assigner.speed(worker);
    }

    /** Slots of the workers that take work. */
    public int activeSlots() {
        return roster.activeSlots();
    }

    /** The resources of the workers that take work. */
    public Offer offer() {
        return roster.offer();
    }

    /** The resources for which units waited. */
    public ResourcesSeen resources() {
        return tally.resources.seen();
    }

    /** Slots of parked workers. */
    public int parkedSlots() {
        return roster.parkedSlots();
    }

    /** The sentence about a policy that cannot go on; empty for one that can. */
    public String policyTrouble() {
        return assigner.trouble();
    }

    /** How units are handed out now. */
    public Handout handout() {
        return assigner.handout();
    }

    /**
     * The state from which a scheduler that is created with it continues. Workers that are away are left out, and so is
     * the tree below a sub-master. The time grows with workers and held ranges, not with units.
     */
    public OpenCycle open(long nowNanos) {
        List<OpenCycle.OpenWorker> open = new ArrayList<>();
        for (WorkerRecord worker : roster.all()) {
            if (worker.connected()) {
                open.add(worker.open(roster.hasSetup(worker), nowNanos));
            }
        }
        return new OpenCycle(
                course.cycle(),
                ledger.units(),
                ledger.finished().copy(),
                ledger.unheld(),
                assigner.handout(),
                assigner.course(),
                open,
                ledger.kinds().copy());
    }

    /** The counters so far. */
    public Counters counters() {
        return tally.counters(assigner.assignedUnits());
    }

    UnitLedger ledger() {
        return ledger;
    }

    Roster roster() {
        return roster;
    }

    // ---- cycles

    private void begin(Event.CycleBegun event, long nowNanos, boolean inPieces, Outbox outbox) {
        if (event.cycle() <= course.cycle() && !inPieces || event.units() < 0) { // a master above may go back
            throw new IllegalStateException(event + " after cycle " + course.cycle());
        }
        course.begin(event.cycle());
        ledger.begin(event, nowNanos);
        assigner.homes().begin(event.parts());
        handOut(event, inPieces, outbox);
    }

    /** Opens the latest cycle again, for units whose results were accepted and could not be decoded. */
    private void reopen(Event.CycleReopened event, long nowNanos, Outbox outbox) {
        if (event.cycle() != course.cycle()) {
            throw new IllegalStateException(event + " after cycle " + course.cycle());
        }
        UnitRanges known = new UnitRanges();
        known.add(0, event.units());
        event.missing().forEach(known::remove);
        tally.accepted -= event.missing().size();
        course.begin(event.cycle());
        Event.CycleBegun rest =
                new Event.CycleBegun(event.cycle(), event.units(), known, 0, event.open(), event.kinds(), 0);
        ledger.begin(rest, nowNanos);
        for (Event.VoidResult each : event.failures()) {
            tally.failed++;
            Trouble trouble = ledger.troubleOf(each.unit());
            trouble.add(each.failure());
            roster.origins().standing(each.failure().worker()).disprove();
            watch.failed(each.failure(), trouble);
            ledger.putBack(each.unit(), each.unit() + 1);
        }
        handOut(rest, false, outbox);
    }

    private void handOut(Event.CycleBegun event, boolean inPieces, Outbox outbox) {
        pieces.begin(inPieces);
        wanted.begin();
        assigner.begin(course.cycle());
        insurance.begin(event.units());
        for (WorkerRecord worker : roster.all()) {
            worker.beginCycle();
        }
        workers.fillAll(outbox);
        workers.sayDrought(outbox);
    }

    private void onUnitsGiven(Event.UnitsGiven event, Outbox outbox) {
        if (event.cycle() != course.cycle() || !course.isOpen()) {
            throw new IllegalStateException(
                    "units of cycle " + event.cycle() + ", where cycle " + course.cycle() + " is " + course.state());
        }
        pieces.give(event);
        handOutMore(event.to() - event.from(), outbox);
    }

    private void onUnitsAdded(Event.UnitsAdded event, Outbox outbox) {
        if (event.cycle() != course.cycle() || !course.isOpen()) {
            return; // dropped, or stopped
        }
        ledger.give(ledger.units(), ledger.units() + event.units(), event.kinds());
        handOutMore(event.units(), outbox);
    }

    /** Hands out units that were added: the policy starts again with all that are unassigned. */
    private void handOutMore(long units, Outbox outbox) {
        insurance.more(units);
        assigner.more(outbox);
        workers.fillAll(outbox);
        workers.sayDrought(outbox);
    }

    private void onHandout(Handout to, Outbox outbox) {
        insurance.change(assigner.handout().speculation(), to.speculation());
        assigner.change(to, course.isOpen(), outbox);
        workers.fillAll(outbox);
    }

    private void onCycleDropped(Event.CycleDropped event, Outbox outbox) {
        if (!course.isOver(event.cycle())) { // it may finish before the drop arrives
            end(CycleState.Input.DROP, outbox);
        }
    }

    private void onStop(Outbox outbox) {
        CycleState before = course.state();
        course.move(CycleState.Input.STOP);
        if (before == CycleState.IDLE) {
            outbox.add(new Action.FinishStop());
        } else if (before == CycleState.OPEN) {
            for (WorkerRecord worker : roster.all()) {
                if (worker.connected() && worker.openUnits > 0) {
                    worker.revoking = true;
                    outbox.add(new Action.Revoke(worker.id, course.cycle(), worker.openUnits));
                }
            }
        }
    }

    /** Completes the cycle or the stop, if nothing is outstanding. Called after each event. */
    private void settle(Outbox outbox) {
        pieces.giveBackOrphans(course.cycle(), outbox);
        if (course.isOpen() && assigner.packing().isOn() && pieces.endsByItself()) {
            assigner.packing().refuse(course.cycle(), outbox);
        }
        if (course.isOpen() && pieces.endsByItself() && ledger.done()) {
            end(CycleState.Input.FINISH, outbox);
        } else if (course.isOpen()) {
            collection.collect(course.cycle(), pieces.resultsWanted(), false, outbox);
            if (ledger.isOpen()) {
                wanted.ask(course.cycle(), outbox);
            }
        } else if (course.state() == CycleState.STOPPING) {
            collection.collect(course.cycle(), true, true, outbox);
            if (ledger.done()) {
                end(CycleState.Input.FINISH, outbox);
            } else if (!roster.anyConnectedHoldsBeyond(ledger.finished())) {
                course.move(CycleState.Input.SETTLE);
                outbox.add(new Action.FinishStop());
            }
        }
    }

    private void end(CycleState.Input input, Outbox outbox) {
        boolean stopping = course.state() == CycleState.STOPPING;
        course.move(input);
        roster.all().forEach(WorkerRecord::forgetWork);
        ledger.clear();
        watch.cycleOver();
        roster.forgetSetups();
        outbox.add(new Action.FinishCycle(course.cycle()));
        if (stopping) {
            outbox.add(new Action.FinishStop());
        }
    }

    // ---- results

    private void onResults(Event.ResultsArrived event, long nowNanos, Outbox outbox) {
        boolean open = course.takes(event.cycle());
        acceptance.judge(event, open, outbox);
        WorkerRecord worker = roster.find(event.worker());
        if (worker != null) {
            worker.heardNanos = nowNanos;
            insurance.returned(worker, event.runs(), nowNanos);
            if (open && course.isOpen()) {
                fillAfter(worker, outbox);
            }
        }
    }

    /** Hands out units after results of this worker, which may let other workers work again. */
    private void fillAfter(WorkerRecord worker, Outbox outbox) {
        if (watch.decide(course.cycle(), outbox)) {
            workers.fillAll(outbox);
        } else {
            assigner.fill(worker, outbox);
        }
    }

    private void onCompleted(Event.UnitsCompleted event, long nowNanos, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null) {
            return;
        }
        worker.heardNanos = nowNanos;
        if (course.takes(event.cycle())) {
            collection.completed(worker, event.runs());
            insurance.returned(worker, event.runs(), nowNanos);
            if (course.isOpen()) {
                fillAfter(worker, outbox);
            }
        }
    }

    private void onFold(Event.FoldArrived event, long nowNanos, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null || !course.takes(event.cycle())) {
            event.runs().forEach(run -> tally.discarded[DiscardReason.STALE.ordinal()] += run.units());
            return;
        }
        worker.heardNanos = nowNanos;
        collection.folded(worker, event, outbox);
        workers.fillAll(outbox);
    }

    private void onUnitFailed(Event.UnitFailed event, Outbox outbox) {
        HeldUnits held = event.unit();
        WorkerRecord worker = roster.find(event.failure().worker());
        if (worker == null || course.isOver(event.cycle())) {
            return;
        }
        Outstanding outstanding = worker.find(held.attempt(), held.nonce(), held.firstUnit(), held.endUnit());
        if (outstanding == null || held.units() != 1 || !outstanding.open().contains(held.firstUnit())) {
            return;
        }
        worker.settle(outstanding, held.firstUnit(), held.endUnit());
        losses.unitFailed(course.cycle(), held.firstUnit(), event.failure(), outbox);
        workers.fillAll(outbox);
    }

    private void onUnitCancelled(Event.UnitCancelled event, Outbox outbox) {
        if (isOpen(event.cycle(), event.unit())) {
            losses.cancel(event, outbox);
            workers.fillAll(outbox);
        }
    }

    private void onHandedBack(Event.UnitsHandedBack event, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null || course.isOver(event.cycle())) {
            return;
        }
        worker.answered(event.units().isEmpty());
        event.units().forEach(units -> losses.handedBack(worker, units));
        workers.fillAll(outbox);
    }

    // ---- time

    private void onTick(long nowNanos, Outbox outbox) {
        long stoodStillNanos = workers.tick(nowNanos, outbox);
        if (course.isOpen()) {
            workers.fillAll(outbox);
            insurance.insure(course.cycle(), nowNanos, stoodStillNanos, outbox);
            workers.sayDrought(outbox);
        }
    }
}
