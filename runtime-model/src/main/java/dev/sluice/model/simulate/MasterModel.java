package dev.sluice.model.simulate;

import dev.sluice.model.delivery.FeedTask;
import dev.sluice.model.delivery.InputBatch;
import dev.sluice.model.delivery.LargeResults;
import dev.sluice.model.delivery.MasterTicks;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.Outbox;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.Messages.Kind;
import dev.sluice.model.simulate.SimulationReport.CycleTimes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Models the master around the real scheduler: its {@code MasterLoop}, {@code Dispatch}, {@code Arrivals},
 * {@code Feeder} and {@code RunCourse}. Confined to its run.
 */
final class MasterModel {
    final GrantsModel grants;
    final ApplicationModel application;

    /** Index of the master's host. */
    final int host;

    private final SimulatedRun run;
    private final @Nullable SubMasterModel upward;
    private final Scheduler scheduler;
    private final Course course;
    private final ServerLog loopLog = new ServerLog();
    private final List<SeatModel> seats = new ArrayList<>();
    private final List<SeatModel> toAcknowledge = new ArrayList<>();
    private final List<CycleTimes> cycles = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();
    private final Outbox outbox = actions::add;
    private final Deque<Event> events = new ArrayDeque<>();
    private boolean applying;
    private long windowBytes;
    private long loopFreeNanos;
    private long loopMessages;
    private long ticks;
    private int cycle = -1;
    private boolean cycleOpen;
    private long cycleFromNanos;
    private boolean over;
    private double acceptNanos;
    private long acceptedHere;
    private long assignments;
    private long quarantined;

    /**
     * Creates a master, or the half of a sub-master that faces its children.
     *
     * @param upward the other half; null for the master of the run
     */
    MasterModel(SimulatedRun run, int host, Scheduler scheduler, @Nullable SubMasterModel upward) {
        this.run = run;
        this.host = host;
        this.scheduler = scheduler;
        this.upward = upward;
        this.course = run.masterCourse(host);
        this.application = new ApplicationModel(run, this, course);
        this.grants = new GrantsModel(run, this);
        divideWindow();
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /** Begins the run. */
    void start(int expectedSlots) {
        if (run.overheads.startNanos() > 0 && expectedSlots > 0) {
            apply(new Event.SlotsExpected(expectedSlots, run.nowNanos() + SchedulerConfig.EXPECT_NANOS));
        }
        beginCycle(0);
        run.events.add(MasterTicks.PERIOD_NANOS, EventQueue.TICK, 0);
    }

    /** True if the last cycle is over. */
    boolean over() {
        return over;
    }

    List<SeatModel> seats() {
        return seats;
    }

    List<CycleTimes> cycles() {
        return cycles;
    }

    long assignments() {
        return assignments;
    }

    long quarantined() {
        return quarantined;
    }

    ServerLog loopLog() {
        return loopLog;
    }

    /** Bytes of unacknowledged results that each worker may have on the way. */
    long windowBytes() {
        return windowBytes;
    }

    /** Divides the memory for results after workers joined or left. */
    private void divideWindow() {
        windowBytes = ResultWindow.of(run.terms.resultMemoryBytes(), seats.size());
    }

    /** Runs work on the loop as soon as it is free. Returns when it ends; {@link Long#MAX_VALUE} for never. */
    long loop(double workNanos, long worth) {
        return loop(workNanos, worth, run.nowNanos());
    }

    /** Same as above, for work that may have begun at {@code sinceNanos}. */
    long loop(double workNanos, long worth, long sinceNanos) {
        if (workNanos == 0 && loopFreeNanos <= sinceNanos) {
            return sinceNanos;
        }
        long start = Math.max(sinceNanos, loopFreeNanos);
        loopFreeNanos = start == Long.MAX_VALUE ? start : course.finish(start, workNanos);
        if (loopFreeNanos != Long.MAX_VALUE) {
            loopLog.add(sinceNanos, start, loopFreeNanos, worth);
        }
        return loopFreeNanos;
    }

    /** Work of the loop for one more message [ns]. */
    double message(Overheads.Cost cost, long bytes) {
        return cost.isNone()
                ? 0
                : cost.of(bytes, run.overheads.warming().master().at(loopMessages++));
    }

    // ---- cycles

    private void beginCycle(int number) {
        begin(number, new Event.CycleBegun(number, run.workload.units(number)));
    }

    /** Begins a cycle whose units are given by the event, or come piece by piece. */
    void begin(int number, Event begun) {
        long now = run.nowNanos();
        cycle = number;
        cycleOpen = true;
        cycleFromNanos = now;
        for (SeatModel seat : seats) {
            seat.beginFeed();
            sendSetup(seat);
        }
        apply(begun);
        for (SeatModel seat : seats) {
            noteLull(seat);
        }
    }

    private void sendSetup(SeatModel seat) {
        if (cycleOpen) {
            run.sendSetup(seat.worker, cycle, Math.max(0, run.nowNanos() - seat.owedNanos));
        }
    }

    private void finishCycle(int number) {
        cycleOpen = false;
        grants.cycleOver();
        long now = run.nowNanos();
        for (SeatModel seat : seats) {
            seat.owedNanos = now;
            run.sendDown(seat.worker, Kind.CYCLE_END, 0, number, seat.endLull(now));
        }
        if (upward == null) {
            // This event must follow the last results, which are about to be given to the application.
            run.events.add(now, EventQueue.CYCLE_OVER, 0);
        }
    }

    /** Ends the cycle, unless the application has results to accept first. */
    void cycleOver() {
        long now = run.nowNanos();
        if (application.freeNanos() > now) {
            if (application.freeNanos() != Long.MAX_VALUE) {
                run.events.add(application.freeNanos(), EventQueue.CYCLE_OVER, 0);
            }
            return;
        }
        cycles.add(new CycleTimes(cycle, run.workload.units(cycle), cycleFromNanos, now));
        run.timeline.cycle(cycle, cycleFromNanos, now);
        if (cycle + 1 < run.workload.cycles()) {
            beginCycle(cycle + 1);
        } else {
            over = true;
        }
    }

    // ---- workers

    /** Registers a worker. */
    void registered(WorkerModel worker) {
        SeatModel seat = worker.seat;
        seat.open = true;
        seat.owedNanos = run.nowNanos();
        seats.add(seat);
        divideWindow();
        worker.outbox.begin(windowBytes());
        seat.beginFeed();
        sendSetup(seat);
        apply(new Event.WorkerJoined(worker.id, worker.slotCount()));
        noteLull(seat);
    }

    /** Handles a connection that closed because the worker's process died. */
    void broken(WorkerModel worker) {
        if (worker.seat.open) {
            vacate(worker.seat);
            apply(new Event.WorkerBroke(worker.id, true));
        }
    }

    private void vacate(SeatModel seat) {
        seat.open = false;
        seat.waiting.clear();
        seats.remove(seat);
        divideWindow();
        grants.gone(seat);
    }

    // ---- messages

    void received(Kind kind, WorkerModel worker, int message) {
        SeatModel seat = worker.seat;
        Messages messages = run.messages;
        if (!seat.open) {
            return;
        }
        switch (kind) {
            case RESULTS, COMPLETED, FOLDED -> results(seat, kind, messages.content(message, Returned.class));
            case OFFER ->
                grants.offered(worker, messages.number(message), messages.content(message, OutboxModel.OfferOf.class));
            case HANDED_BACK ->
                handedBack(
                        seat, (int) messages.number(message), messages.content(message, WorkerModel.HandedBack.class));
            case FAILED -> {
                Event.UnitFailed failed = messages.content(message, Event.UnitFailed.class);
                apply(failed);
                noteLull(seat);
                returned(seat, failed.cycle(), failed.unit().units());
            }
            case LEAVING -> {
                apply(new Event.WorkerDraining(worker.id));
                long unsent = scheduler.outstandingUnits(worker.id);
                if (unsent > 0) {
                    takeBack(seat, unsent);
                }
            }
            case GOODBYE -> {
                vacate(seat);
                apply(new Event.WorkerLeft(worker.id));
            }
            default -> throw new IllegalStateException(kind + " (expected: what a worker sends)");
        }
    }

    private void results(SeatModel seat, Kind kind, Returned what) {
        long now = run.nowNanos();
        WorkerModel worker = seat.worker;
        if (what.decidedNanos >= 0) {
            long roundTrip = now - what.decidedNanos - what.heldNanos;
            boolean open = cycleOpen && what.cycle == cycle;
            if (LargeResults.tellRoundTrip(what.offer != 0, run.terms.results() != ResultsKind.EACH, open)) {
                long waited = grants.waitedNanos(worker, what.offer);
                apply(new Event.RoundTripMeasured(worker.id, roundTrip, waited));
            }
            grants.roundTrip(worker, roundTrip);
        }
        seat.lastResultNanos = now;
        acceptNanos = 0;
        acceptedHere = 0;
        apply(
                switch (kind) {
                    case COMPLETED -> new Event.UnitsCompleted(worker.id, what.cycle, what.runs);
                    case FOLDED -> new Event.FoldArrived(worker.id, what.cycle, what.runs);
                    default -> new Event.ResultsArrived(worker.id, what.cycle, what.runs);
                });
        noteLull(seat);
        if (kind == Kind.COMPLETED || run.terms.results() == ResultsKind.EACH) {
            returned(seat, what.cycle, what.units);
        }
        double work = kind == Kind.FOLDED && acceptedHere > 0 ? run.workload.mergeNanos(what.cycle) : acceptNanos;
        if (upward != null) {
            loop(work, 0); // a sub-master merges accumulated results itself and has no application
            work = 0;
        }
        application.accept(what, acceptedHere, work, grants.arrived(seat, what.offer));
        if (upward != null) {
            upward.returned(kind, what);
        }
    }

    private void handedBack(SeatModel seat, int ofCycle, WorkerModel.HandedBack back) {
        apply(new Event.UnitsHandedBack(seat.worker.id, ofCycle, back.units()));
        noteLull(seat);
        returned(seat, ofCycle, HeldUnits.sum(back.units()));
    }

    private void returned(SeatModel seat, int ofCycle, long units) {
        if (ofCycle == cycle) {
            seat.returned(units);
            pump(seat);
        }
    }

    private void noteLull(SeatModel seat) {
        seat.idle.look(scheduler.outstandingUnits(seat.worker.id), seat.worker.slotCount(), run.nowNanos());
    }

    // ---- acknowledgements

    void acknowledgeLater(SeatModel seat) {
        if (!seat.unacknowledged) {
            seat.unacknowledged = true;
            toAcknowledge.add(seat);
        }
    }

    void acknowledge(SeatModel seat) {
        if (seat.open && seat.safeSequence > seat.acknowledged) {
            seat.acknowledged = seat.safeSequence;
            run.sendAcknowledge(seat.worker, seat.safeSequence, run.nowNanos() - seat.safeArrivedNanos());
        }
    }

    // ---- the clock

    void tick() {
        if (upward == null) {
            run.events.add(run.nowNanos() + MasterTicks.PERIOD_NANOS, EventQueue.TICK, 0);
        }
        application.accepted();
        for (SeatModel seat : toAcknowledge) {
            seat.unacknowledged = false;
            acknowledge(seat);
        }
        toAcknowledge.clear();
        if (MasterTicks.isBeat(ticks)) {
            for (SeatModel seat : seats) {
                if (seat.worker.alive()) {
                    apply(new Event.WorkerHeard(seat.worker.id));
                }
            }
        }
        grants.tick();
        if (MasterTicks.isForScheduler(ticks++)) {
            apply(new Event.Ticked());
        }
    }

    // ---- the scheduler

    /** Applies an event and carries out the resulting actions. Events that these cause are applied afterwards. */
    void apply(Event event) {
        if (applying) {
            events.addLast(event);
            return;
        }
        applying = true;
        for (Event next = event; next != null; next = events.pollFirst()) {
            scheduler.apply(next, run.nowNanos(), outbox);
            for (int i = 0; i < actions.size(); i++) {
                carryOut(actions.get(i));
            }
            actions.clear();
        }
        applying = false;
    }

    private void carryOut(Action action) {
        if (action instanceof Action.Accept accept) {
            accepted(accept);
        } else if (action instanceof Action.Assign assign) {
            assign(assign);
        } else if (action instanceof Action.Revoke revoke) {
            SeatModel seat = run.worker(revoke.worker()).seat;
            if (seat.open) {
                takeBack(seat, revoke.units());
            }
        } else if (action instanceof Action.Collect collect) {
            run.sendDown(run.worker(collect.worker()), Kind.COLLECT, 0, collect.cycle(), null);
        } else if (action instanceof Action.Disconnect disconnect) {
            SeatModel seat = run.worker(disconnect.worker()).seat;
            if (seat.open) {
                vacate(seat);
            }
        } else if (action instanceof Action.GiveBack back && upward != null) {
            upward.giveBack(back.from(), back.to());
        } else if (action instanceof Action.Quarantine given) {
            quarantined++;
            if (upward != null) {
                upward.givenUp(given);
            }
        } else if (action instanceof Action.FinishCycle finish) {
            finishCycle(finish.cycle());
        }
    }

    private void accepted(Action.Accept accept) {
        acceptedHere += accept.to() - accept.from();
        if (upward != null) {
            upward.accepted(accept.from(), accept.to());
            return;
        }
        for (long unit = accept.from(); unit < accept.to(); unit++) {
            acceptNanos += run.workload.acceptNanos(accept.cycle(), unit);
        }
    }

    private void assign(Action.Assign assign) {
        SeatModel seat = run.worker(assign.worker()).seat;
        if (!seat.open) {
            return;
        }
        long now = run.nowNanos();
        AttemptRun of = assign.run();
        Lull lull = seat.endLull(now);
        long next = of.firstUnit();
        while (next < of.endUnit() && seat.waiting.isEmpty() && seat.hasRoom()) {
            next = sendUnits(seat, of, next, of.endUnit(), lull, now);
        }
        if (next < of.endUnit()) {
            FeedTask rest = new FeedTask(of, now, lull);
            rest.sentUpTo(next);
            seat.waiting.add(rest);
        }
    }

    /** Sends waiting units while there is room. */
    private void pump(SeatModel seat) {
        while (!seat.waiting.isEmpty() && seat.hasRoom()) {
            FeedTask task = seat.waiting.first();
            long first = task.next();
            task.sentUpTo(sendUnits(seat, task.run(), first, task.end(), task.lullBefore(first), task.decidedNanos()));
            seat.waiting.removeSent();
        }
    }

    /** Sends the units that fit into one message. Returns the first unit that does not. */
    private long sendUnits(SeatModel seat, AttemptRun of, long first, long end, Lull lull, long decidedNanos) {
        long unit = first;
        long bytes = 0;
        do {
            bytes += inputBytes(unit);
            unit++;
        } while (unit < end && takesNext(unit - first, bytes, unit));
        seat.sent(unit - first, bytes);
        assignments++;
        Lull before = first == of.firstUnit() ? lull : Lull.NONE;
        run.sendUnits(seat.worker, bytes, new Handed(cycle, of, first, unit).decided(decidedNanos, before));
        return unit;
    }

    private long inputBytes(long unit) {
        return run.workload.inputBytes(cycle, unit) + run.overheads.unitBytes();
    }

    /**
     * True if the message takes the next unit. A sub-master knows the size of its input, because it has the inputs
     * encoded.
     */
    private boolean takesNext(long units, long bytes, long next) {
        return upward == null ? InputBatch.takesMore(units, bytes) : InputBatch.takes(units, bytes + inputBytes(next));
    }

    /**
     * Takes units back from the tail: first those not sent, then, by a request, those that the worker has not started.
     */
    private void takeBack(SeatModel seat, long units) {
        List<HeldUnits> unsent = seat.waiting.takeBack(units);
        if (!unsent.isEmpty()) {
            apply(new Event.UnitsHandedBack(seat.worker.id, cycle, unsent));
        }
        long left = units - HeldUnits.sum(unsent);
        if (left > 0) {
            run.sendDown(seat.worker, Kind.REVOKE, 0, left, null);
        }
    }
}
