package dev.sluice.model.schedule;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import java.util.List;

/**
 * The scheduler of a run: a state machine over the life of cycles, workers and units. It takes events with their time,
 * and writes actions to an outbox. It starts no activity and never waits. The master drives it on real time, a
 * simulator on virtual time.
 *
 * <p>Units are named by ranges. The memory therefore grows with the outstanding ranges and with the gaps in the
 * finished set, never with the number of units. A unit may be computed more than once, but {@link Action.Accept} is
 * written once for each. Confined to one thread (the master's loop).
 *
 * <p>Read on: {@link Assigner} decides which worker gets which units, {@link TailInsurance} which units are copied,
 * {@link Acceptance} which results are accepted, {@link Losses} what happens to the units of a lost worker.
 * {@link UnitLedger} keeps the units; {@link WorkerState} and {@link CycleState} hold the tables.
 */
public final class Scheduler {
    private final SchedulerConfig config;
    private final UnitLedger ledger = new UnitLedger();
    private final Tally tally = new Tally();
    private final Story story = new Story();
    private final Roster roster;
    private final Assigner assigner;
    private final TailInsurance insurance;
    private final Losses losses;
    private final Newcomers newcomers;
    private final Leases leases;
    private final Acceptance acceptance;
    private final Collection collection;
    private final Pieces pieces;
    private final CycleWatcher cycleWatcher;
    private CycleState state = CycleState.IDLE;
    private int cycle = -1;
    private boolean droughtSaid;

    /** Sees each transition of the cycles; tests use it. */
    interface CycleWatcher {
        void moved(CycleState from, CycleState.Input input, CycleState to);
    }

    /** Creates a scheduler without workers and without a cycle. */
    public Scheduler(SchedulerConfig config) {
        this(config, (from, input, to) -> {}, (from, input, to) -> {});
    }

    Scheduler(SchedulerConfig config, Roster.Watcher workerWatcher, CycleWatcher cycleWatcher) {
        this.config = config;
        this.cycleWatcher = cycleWatcher;
        this.roster = new Roster(workerWatcher);
        this.assigner = new Assigner(config, ledger, roster);
        this.insurance = new TailInsurance(config, ledger, roster, assigner, tally);
        this.leases = new Leases(config.leaseNanos());
        this.losses = new Losses(config, ledger, roster, tally);
        this.newcomers = new Newcomers(ledger, roster);
        this.pieces = new Pieces(ledger, roster, losses);
        this.acceptance = new Acceptance(ledger, roster, tally, losses);
        this.collection = new Collection(ledger, roster, tally, losses);
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
            onRoundTrip(trip);
        } else if (event instanceof Event.WorkerHeard heard) {
            roster.heard(heard.worker(), nowNanos);
        } else if (event instanceof Event.Ticked) {
            onTick(nowNanos, outbox);
        } else if (event instanceof Event.UnitFailed failed) {
            onUnitFailed(failed, outbox);
        } else if (event instanceof Event.UnitsHandedBack back) {
            onHandedBack(back, outbox);
        } else if (event instanceof Event.WorkerJoined joined) {
            onJoined(joined, nowNanos, outbox);
        } else if (event instanceof Event.WorkerReturned returned) {
            onReturned(returned, nowNanos, outbox);
        } else if (event instanceof Event.WorkerBroke broke) {
            onBroke(broke, nowNanos, outbox);
        } else if (event instanceof Event.WorkerDied died) {
            onGone(died.worker(), WorkerState.Input.LOSE, true, outbox);
        } else if (event instanceof Event.WorkerLeft left) {
            onGone(left.worker(), WorkerState.Input.LEAVE, false, outbox);
        } else if (event instanceof Event.SlotsChanged changed) {
            onSlotsChanged(changed, outbox);
        } else if (event instanceof Event.WorkerDraining draining) {
            onDraining(draining.worker(), outbox);
        } else if (event instanceof Event.OfSetup setup) {
            onSetup(setup, outbox);
        } else if (event instanceof Event.CycleBegun begun) {
            begin(begun, nowNanos, false, outbox);
        } else if (event instanceof Event.CycleOpened opened) {
            begin(new Event.CycleBegun(opened.cycle(), 0), nowNanos, true, outbox);
        } else if (event instanceof Event.UnitsGiven given) {
            onUnitsGiven(given, outbox);
        } else if (event instanceof Event.UnitsBrought brought) {
            onUnitsBrought(brought, outbox);
        } else if (event instanceof Event.FromParent word) {
            if (inCycle(word.cycle())) {
                pieces.hear(word, outbox);
            }
        } else if (event instanceof Event.CycleDropped dropped) {
            onCycleDropped(dropped, outbox);
        } else if (event instanceof Event.SlotsExpected expected) {
            roster.expect(expected.slots(), expected.untilNanos());
        } else if (event instanceof Event.StopRequested) {
            onStop(outbox);
        } else {
            throw new IllegalStateException("no handler for " + event);
        }
    }

    /** The current state of the cycles. */
    public CycleState state() {
        return state;
    }

    /** Units of the open cycle that are accepted or given up. */
    public long finishedUnits() {
        return ledger.finished().size();
    }

    /** Units whose results are deferred at workers. */
    public long completedUnits() {
        return collection.completedUnits();
    }

    /** True if workers have no unit to compute except copies of units that are computed already. */
    public boolean nothingIsToCompute() {
        return collection.nothingIsToCompute();
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

    /** Speed of all slots of this worker in slots of mean speed; the number of its slots if it has timed no unit. */
    public double speed(WorkerId worker) {
        return assigner.speed(worker);
    }

    /** Slots of the workers that take work. */
    public int activeSlots() {
        return roster.activeSlots();
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
        if (event.cycle() <= cycle || event.units() < 0) {
            throw new IllegalStateException(event + " after cycle " + cycle);
        }
        move(CycleState.Input.BEGIN);
        cycle = event.cycle();
        ledger.begin(event, nowNanos);
        pieces.begin(inPieces);
        assigner.begin(cycle);
        insurance.begin(event.units());
        for (WorkerRecord worker : roster.all()) {
            worker.beginCycle();
        }
        assigner.fillAll(outbox);
        sayDrought(outbox);
    }

    private void onUnitsGiven(Event.UnitsGiven event, Outbox outbox) {
        if (event.cycle() != cycle || state != CycleState.OPEN) {
            throw new IllegalStateException(
                    "units of cycle " + event.cycle() + ", where cycle " + cycle + " is " + state);
        }
        pieces.give(event.from(), event.to());
        insurance.more(event.to() - event.from());
        assigner.begin(cycle);
        assigner.fillAll(outbox);
        sayDrought(outbox);
    }

    private void onCycleDropped(Event.CycleDropped event, Outbox outbox) {
        if (event.cycle() != cycle || state == CycleState.IDLE || state == CycleState.STOPPED) {
            return; // the cycle finished before the drop arrived
        }
        end(CycleState.Input.DROP, outbox);
    }

    private void onStop(Outbox outbox) {
        CycleState before = state;
        move(CycleState.Input.STOP);
        if (before == CycleState.IDLE) {
            outbox.add(new Action.FinishStop());
        } else if (before == CycleState.OPEN) {
            for (WorkerRecord worker : roster.all()) {
                if (worker.connected() && worker.openUnits > 0) {
                    worker.revoking = true;
                    outbox.add(new Action.Revoke(worker.id, cycle, worker.openUnits));
                }
            }
        }
    }

    /** Completes the cycle or the stop, if nothing is outstanding. Called after each event. */
    private void settle(Outbox outbox) {
        pieces.giveBackOrphans(cycle, outbox);
        if (state == CycleState.OPEN && pieces.endsByItself() && ledger.done()) {
            end(CycleState.Input.FINISH, outbox);
        } else if (state == CycleState.OPEN) {
            collection.collect(cycle, pieces.resultsWanted(), false, outbox);
        } else if (state == CycleState.STOPPING) {
            collection.collect(cycle, true, true, outbox);
            if (ledger.done()) {
                end(CycleState.Input.FINISH, outbox);
            } else if (!roster.anyConnectedHoldsBeyond(ledger.finished())) {
                move(CycleState.Input.SETTLE);
                outbox.add(new Action.FinishStop());
            }
        }
    }

    private void end(CycleState.Input input, Outbox outbox) {
        boolean stopping = state == CycleState.STOPPING;
        move(input);
        for (WorkerRecord worker : roster.all()) {
            worker.forgetWork();
        }
        ledger.clear();
        roster.forgetSetups();
        outbox.add(new Action.FinishCycle(cycle));
        if (stopping) {
            outbox.add(new Action.FinishStop());
        }
    }

    private void move(CycleState.Input input) {
        CycleState next = CycleState.TABLE.next(state, input);
        if (next == null) {
            throw new IllegalStateException(
                    "the run is " + state + " (" + state.sentence() + "): " + input + " cannot happen");
        }
        cycleWatcher.moved(state, input, next);
        state = next;
    }

    // ---- results

    private void onResults(Event.ResultsArrived event, long nowNanos, Outbox outbox) {
        boolean open = inCycle(event.cycle());
        acceptance.judge(event, open, outbox);
        WorkerRecord worker = roster.find(event.worker());
        if (worker != null) {
            worker.heardNanos = nowNanos;
            insurance.returned(worker, event.runs(), nowNanos);
            if (open && state == CycleState.OPEN) {
                assigner.fill(worker, outbox);
            }
        }
    }

    private void onCompleted(Event.UnitsCompleted event, long nowNanos, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null) {
            return;
        }
        worker.heardNanos = nowNanos;
        if (inCycle(event.cycle())) {
            collection.completed(worker, event.runs());
            insurance.returned(worker, event.runs(), nowNanos);
            if (state == CycleState.OPEN) {
                assigner.fill(worker, outbox);
            }
        }
    }

    private void onFold(Event.FoldArrived event, long nowNanos, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null || !inCycle(event.cycle())) {
            event.runs().forEach(run -> tally.discarded[DiscardReason.STALE.ordinal()] += run.units());
            return;
        }
        worker.heardNanos = nowNanos;
        collection.folded(worker, event, outbox);
        if (state == CycleState.OPEN) {
            assigner.fillAll(outbox);
        }
    }

    private boolean inCycle(int number) {
        return number == cycle && (state == CycleState.OPEN || state == CycleState.STOPPING);
    }

    private void onUnitFailed(Event.UnitFailed event, Outbox outbox) {
        HeldUnits held = event.unit();
        WorkerRecord worker = roster.find(event.failure().worker());
        if (worker == null || event.cycle() != cycle || state == CycleState.IDLE || state == CycleState.STOPPED) {
            return;
        }
        Outstanding outstanding = worker.find(held.attempt(), held.nonce(), held.firstUnit(), held.endUnit());
        if (outstanding == null || held.units() != 1 || !outstanding.open().contains(held.firstUnit())) {
            return;
        }
        worker.settle(outstanding, held.firstUnit(), held.endUnit());
        losses.unitFailed(cycle, held.firstUnit(), event.failure(), outbox);
        if (state == CycleState.OPEN) {
            assigner.fillAll(outbox);
        }
    }

    private void onHandedBack(Event.UnitsHandedBack event, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null || event.cycle() != cycle || state == CycleState.IDLE || state == CycleState.STOPPED) {
            return;
        }
        worker.answered(event.units().isEmpty());
        event.units().forEach(units -> losses.handedBack(worker, units));
        if (state == CycleState.OPEN) {
            assigner.fillAll(outbox);
        }
    }

    // ---- workers

    private void onJoined(Event.WorkerJoined event, long nowNanos, Outbox outbox) {
        WorkerRecord fresh =
                new WorkerRecord(event.worker(), event.slots(), new FeedAhead(config.prefetch()), nowNanos);
        fresh.pace.expect(event.unitSeconds());
        roster.join(fresh);
        tally.workersJoined++;
        droughtSaid &= event.slots() == 0; // a sub-master without workers ends no drought
        takeOver(fresh, event.brought(), outbox);
        if (state == CycleState.OPEN) {
            assigner.fillAll(outbox);
        }
    }

    private void onUnitsBrought(Event.UnitsBrought event, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker != null && worker.connected()) {
            takeOver(worker, event.brought(), outbox);
        }
    }

    private void takeOver(WorkerRecord worker, Brought brought, Outbox outbox) {
        boolean open = inCycle(brought.cycle());
        if (open) {
            pieces.adopt(brought.adopted());
        }
        assigner.skipTo(newcomers.takeOver(worker, brought, open, outbox));
    }

    private void onReturned(Event.WorkerReturned event, long nowNanos, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null) {
            throw new IllegalStateException(event.worker() + " returned, but is gone");
        }
        roster.move(worker, WorkerState.Input.RETURN);
        worker.heardNanos = nowNanos;
        droughtSaid = false;
        boolean open = inCycle(event.cycle());
        losses.takeUp(worker, event, open, outbox);
        if (state == CycleState.OPEN) {
            assigner.fillAll(outbox);
        }
    }

    private void onBroke(Event.WorkerBroke event, long nowNanos, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null || worker.state == WorkerState.AWAY) {
            return;
        }
        roster.move(worker, WorkerState.Input.BREAK);
        worker.heardNanos = nowNanos; // the lease for its return starts now
        assigner.workerGone(worker.id);
        losses.broke(worker, event, nowNanos, cycle, outbox);
        afterLoss(outbox);
    }

    private void onGone(WorkerId id, WorkerState.Input input, boolean suspicious, Outbox outbox) {
        WorkerRecord worker = roster.find(id);
        if (worker != null) {
            lose(worker, input, suspicious, outbox);
            afterLoss(outbox);
        }
    }

    private void lose(WorkerRecord worker, WorkerState.Input input, boolean suspicious, Outbox outbox) {
        boolean wasAway = worker.state == WorkerState.AWAY;
        roster.move(worker, wasAway ? WorkerState.Input.LOSE : input);
        if (input == WorkerState.Input.LOSE) {
            tally.workersLost++;
        }
        if (!wasAway) {
            assigner.workerGone(worker.id);
            losses.release(worker, suspicious, cycle, outbox);
        }
        worker.forgetWork();
    }

    private void afterLoss(Outbox outbox) {
        losses.giveUpHopeless(cycle, outbox);
        if (state == CycleState.OPEN) {
            assigner.fillAll(outbox);
            sayDrought(outbox);
        }
    }

    private void onSetup(Event.OfSetup event, Outbox outbox) {
        WorkerRecord worker = roster.setup(event);
        if (worker != null && state == CycleState.OPEN) {
            assigner.fill(worker, outbox);
        }
    }

    private void onDraining(WorkerId id, Outbox outbox) {
        WorkerRecord worker = roster.find(id);
        if (worker == null || worker.state == WorkerState.AWAY) {
            return;
        }
        roster.move(worker, WorkerState.Input.DRAIN);
        assigner.workerGone(id);
        afterLoss(outbox);
    }

    private void onSlotsChanged(Event.SlotsChanged event, Outbox outbox) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker == null || worker.slots == event.slots()) {
            return;
        }
        droughtSaid &= event.slots() == 0;
        roster.resize(worker, event.slots());
        afterLoss(outbox);
    }

    private void onRoundTrip(Event.RoundTripMeasured event) {
        WorkerRecord worker = roster.find(event.worker());
        if (worker != null) {
            worker.feed.roundTrip(
                    Math.max(0, event.nanos()), event.waitedNanos(), worker.slots, assigner.leastQueueNanos());
        }
    }

    private void onTick(long nowNanos, Outbox outbox) {
        long stoodStillNanos = leases.stoodStillNanos(nowNanos);
        List<WorkerRecord> expired = leases.expired(nowNanos, roster.all());
        for (WorkerRecord worker : expired) {
            outbox.add(new Action.Disconnect(worker.id, ErrorCode.LEASE_EXPIRED));
            lose(worker, WorkerState.Input.LOSE, false, outbox);
        }
        if (!expired.isEmpty()) {
            afterLoss(outbox); // after the whole loop, so that no expired worker is given work
        }
        boolean fewer = roster.giveUpExpectation(nowNanos) | ledger.admitAside(nowNanos);
        if (state == CycleState.OPEN) {
            if (fewer) {
                losses.giveUpHopeless(cycle, outbox);
            }
            assigner.fillAll(outbox);
            insurance.insure(cycle, nowNanos, stoodStillNanos, outbox);
            sayDrought(outbox);
        }
    }

    private void sayDrought(Outbox outbox) {
        if (roster.activeSlots() == 0 && !roster.expectsMore() && !droughtSaid && !ledger.done()) {
            droughtSaid = true;
            outbox.add(new Action.WaitForWorkers());
        }
    }
}
