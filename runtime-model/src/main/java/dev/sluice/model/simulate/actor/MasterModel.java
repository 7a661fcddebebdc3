package dev.sluice.model.simulate.actor;

import dev.sluice.model.Offer;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.delivery.LargeResults;
import dev.sluice.model.delivery.MasterTicks;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.schedule.Outbox;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationReport.CycleTimes;
import dev.sluice.model.simulate.event.Course;
import dev.sluice.model.simulate.event.EventQueue;
import dev.sluice.model.simulate.network.Messages;
import dev.sluice.model.simulate.network.Messages.Kind;
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
    final MasterLoopModel loop;
    final GrantsModel grants;
    final SetupsModel setups;
    final ApplicationModel application;
    final FeedModel feed;
    final GrowthModel growth;
    final ParkingModel parking;

    /** Index of the master's host. */
    final int host;

    private final RunContext context;
    private final @Nullable SubMasterModel upward;
    private final Scheduler scheduler;
    private final List<SeatModel> seats = new ArrayList<>();
    private final List<CycleTimes> cycles = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();
    private final Outbox outbox = actions::add;
    private final Deque<Event> events = new ArrayDeque<>();
    private boolean applying;
    private long ticks;
    private int cycle = -1;
    private boolean cycleOpen;
    private long cycleFromNanos;
    private boolean over;
    private boolean refused;
    private int lastCycle;
    private @Nullable SteeringModel steering;
    private double acceptNanos;
    private long acceptedHere;
    private long quarantined;

    /**
     * Creates a master, or the half of a sub-master that faces its children.
     *
     * @param upward the other half; null for the master of the run
     */
    MasterModel(RunContext context, int host, Scheduler scheduler, @Nullable SubMasterModel upward) {
        this.context = context;
        this.host = host;
        this.scheduler = scheduler;
        this.upward = upward;
        Course course = context.courses().master(host);
        this.loop = new MasterLoopModel(context, host, course);
        this.grants = new GrantsModel(context, loop, seats);
        this.setups = new SetupsModel(context, this);
        this.application = new ApplicationModel(context, grants, loop, course);
        this.feed = new FeedModel(context, this, upward != null);
        this.growth =
                new GrowthModel(context, () -> scheduler().finishedUnits(), () -> application.freeNanos(), this::apply);
        this.parking = new ParkingModel(context, this);
        this.lastCycle = context.workload().cycles() - 1;
    }

    /** Lets this steer the run, or hear of results below a sub-master. */
    void steered(SteeringModel by) {
        steering = by;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /** Begins the run, with shares for so many slots whose workers start. */
    void start(int expectedSlots) {
        if (expectedSlots > 0) {
            apply(new Event.SlotsExpected(expectedSlots, context.nowNanos() + SchedulerConfig.EXPECT_NANOS));
        }
        beginCycle(0);
        context.events().add(MasterTicks.PERIOD_NANOS, EventQueue.TICK, 0);
    }

    /** True if the last cycle is over. */
    boolean over() {
        return over;
    }

    List<CycleTimes> cycles() {
        return cycles;
    }

    /** The cycle that was begun last; -1 before the first. */
    int cycle() {
        return cycle;
    }

    long quarantined() {
        return quarantined;
    }

    /** True if no worker that is here or expected can ever compute some unit. */
    boolean refused() {
        return refused;
    }

    /** Bytes of results that each worker may have on the way. */
    long windowBytes() {
        return application.windowBytes();
    }

    private void beginCycle(int number) {
        begin(number, growth.begin(number));
        growth.look();
    }

    /** Begins a cycle whose units are given by the event, or come piece by piece. */
    void begin(int number, Event begun) {
        long now = context.nowNanos();
        cycle = number;
        cycleOpen = true;
        cycleFromNanos = now;
        for (SeatModel seat : seats) {
            seat.beginFeed();
        }
        if (steering != null) {
            steering.begin(0, context.workload().units(number));
        }
        setups.begin(number, seats);
        apply(begun);
        for (SeatModel seat : seats) {
            noteLull(seat);
        }
    }

    private void finishCycle(int number) {
        cycleOpen = false;
        setups.rounds.cycleOver();
        grants.cycleOver();
        long now = context.nowNanos();
        for (SeatModel seat : seats) {
            seat.owed(now);
            loop.send(seat, Kind.CYCLE_END, 0, number, seat.endLull(now));
        }
        if (upward == null) {
            // This event must follow the last results, which are about to be given to the application.
            context.events().add(now, EventQueue.CYCLE_OVER, 0);
        }
    }

    /** Ends the cycle, unless the application has results to accept first. */
    void cycleOver() {
        long now = context.nowNanos();
        if (application.freeNanos() > now) {
            if (application.freeNanos() != Long.MAX_VALUE) {
                context.events().add(application.freeNanos(), EventQueue.CYCLE_OVER, 0);
            }
            return;
        }
        cycles.add(new CycleTimes(cycle, context.workload().units(cycle), cycleFromNanos, now));
        context.timeline().cycle(cycle, cycleFromNanos, now);
        if (steering != null) {
            steering.end(cycle, context.workload().units(cycle));
        }
        next();
    }

    private void next() {
        if (cycle < lastCycle) {
            beginCycle(cycle + 1);
        } else {
            over = true;
        }
    }

    /** Cycles after the latest one. */
    int cyclesLeft() {
        return lastCycle - cycle;
    }

    /** Another tenth of the cycle may be done. */
    void steer(int tenth) {
        if (steering != null && cycleOpen) {
            long done = scheduler.finishedUnits() + scheduler.completedUnits();
            steering.at(tenth, cycle, done, context.workload().units(cycle));
        }
    }

    /**
     * Continues a run whose workers were admitted, in the middle of its open cycle or between two cycles.
     *
     * @param handout how units are handed out from now on
     */
    void resume(Resumption from, Handout handout) {
        OpenCycle open = from.open();
        cycle = open.cycle();
        lastCycle = Math.min(lastCycle, cycle + from.cyclesLeft());
        context.events().add(context.nowNanos() + MasterTicks.PERIOD_NANOS, EventQueue.TICK, 0);
        if (!handout.equals(scheduler.handout())) {
            change(handout);
        }
        if (open.isOver()) {
            next();
            return;
        }
        resumeCycle();
        for (OpenCycle.OpenWorker worker : open.workers()) {
            setups.resumes(context.seat(worker.id()), worker.hasSetup(), cycle);
        }
        apply(new Event.Ticked());
        seats.forEach(this::noteLull);
    }

    private void resumeCycle() {
        cycleOpen = true;
        cycleFromNanos = context.nowNanos();
        setups.begin(cycle, List.of());
        if (steering != null) {
            steering.begin(
                    scheduler.finishedUnits() + scheduler.completedUnits(),
                    context.workload().units(cycle));
        }
    }

    /** Opens a cycle of a sub-master whose workers had their setups before the simulation began. */
    void reopen(int number) {
        cycle = number;
        resumeCycle();
        seats.forEach(seat -> seat.hasSetupOf(number));
        apply(new Event.CycleOpened(number));
    }

    /** Adds a worker, whether it registers now or did so before the simulation began. */
    void admit(SeatModel seat) {
        seat.open = true;
        seat.owed(context.nowNanos());
        seats.add(seat);
        application.divideWindow(seats.size());
        loop.sessions(seats.size());
        seat.beginFeed();
    }

    /** A worker registers; the bytes of unacknowledged results that it may have on the way. */
    long registered(SeatModel seat) {
        admit(seat);
        long window = windowBytes();
        boolean first = !setups.rounds.inTurn(); // the setup leaves before the first units
        setups.rounds.announce(seat);
        if (first) {
            setups.rounds.registered(seat, false);
        }
        if (seat.parks) {
            parking.send(seat);
        }
        seat.joins().forEach(this::apply);
        if (!first) {
            setups.rounds.registered(seat, false);
        }
        noteLull(seat);
        return window;
    }

    /** Hands out units in another way from now on. */
    void change(Handout to) {
        apply(new Event.HandoutChanged(to));
    }

    /** Handles a connection that closed because the worker's process died. */
    void broken(SeatModel seat) {
        if (seat.open) {
            vacate(seat);
            apply(new Event.WorkerBroke(seat.id, true));
        }
    }

    private void vacate(SeatModel seat) {
        seat.open = false;
        seat.waiting.clear();
        seats.remove(seat);
        application.divideWindow(seats.size());
        loop.sessions(seats.size());
        grants.gone(seat);
        setups.rounds.gone(seat);
    }

    void received(Kind kind, SeatModel seat, int message) {
        Messages messages = context.messages();
        if (!seat.open) {
            return;
        }
        switch (kind) {
            case RESULTS, COMPLETED, FOLDED -> results(seat, messages.content(message, Returned.class));
            case OFFER ->
                grants.offered(seat, messages.number(message), messages.content(message, GrantsModel.Offered.class));
            case HANDED_BACK -> {
                Event.UnitsHandedBack back = messages.content(message, Event.UnitsHandedBack.class);
                returned(seat, back, back.cycle(), HeldUnits.sum(back.units()));
            }
            case FAILED -> {
                Event.UnitFailed failed = messages.content(message, Event.UnitFailed.class);
                returned(seat, failed, failed.cycle(), failed.unit().units());
            }
            case LEAVING -> {
                apply(new Event.WorkerDraining(seat.id));
                long unsent = scheduler.outstandingUnits(seat.id);
                if (unsent > 0) {
                    feed.takeBack(seat, unsent);
                }
            }
            case SLOTS -> {
                seat.slots = (int) messages.number(message);
                apply(new Event.SlotsChanged(seat.id, seat.slots, messages.content(message, Offer.class)));
                noteLull(seat);
            }
            case GOODBYE -> {
                vacate(seat);
                apply(new Event.WorkerLeft(seat.id));
            }
            default -> throw new IllegalStateException(kind + " (expected: what a worker sends)");
        }
    }

    private void results(SeatModel seat, Returned what) {
        Kind kind = what.kind;
        long now = context.nowNanos();
        if (what.decidedNanos >= 0) {
            long roundTrip = now - what.decidedNanos - what.heldNanos;
            boolean open = cycleOpen && what.cycle == cycle;
            if (LargeResults.tellRoundTrip(what.offer() != 0, context.terms().results() != ResultsKind.EACH, open)) {
                long waited = grants.waitedNanos(seat, what.offer());
                apply(new Event.RoundTripMeasured(seat.id, roundTrip, waited));
            }
            grants.roundTrip(seat, roundTrip);
        }
        seat.lastResultNanos = now;
        boolean timed = kind == Kind.COMPLETED || context.terms().results() == ResultsKind.EACH;
        if (steering != null && timed && !seat.below) {
            steering.returned(seat.host, what.cycle, what.runs);
        }
        acceptNanos = 0;
        acceptedHere = 0;
        apply(
                switch (kind) {
                    case COMPLETED -> new Event.UnitsCompleted(seat.id, what.cycle, what.runs);
                    case FOLDED -> new Event.FoldArrived(seat.id, what.cycle, what.runs);
                    default -> new Event.ResultsArrived(seat.id, what.cycle, what.runs);
                });
        noteLull(seat);
        if (timed) {
            returned(seat, what.cycle, what.units);
        }
        double work =
                kind == Kind.FOLDED && acceptedHere > 0 ? context.workload().mergeNanos(what.cycle) : acceptNanos;
        what.budgetBytes = grants.arrived(seat, what.offer());
        what.arrivedNanos = now;
        if (upward == null) {
            application.accept(what, acceptedHere, work);
            growth.look();
        } else {
            loop.work(work, 0); // a sub-master merges accumulated results itself and has no application
            upward.returned(what);
        }
    }

    private void returned(SeatModel seat, Event how, int ofCycle, long units) {
        apply(how);
        noteLull(seat);
        returned(seat, ofCycle, units);
    }

    private void returned(SeatModel seat, int ofCycle, long units) {
        if (ofCycle == cycle) {
            seat.returned(units);
            feed.pump(seat);
        }
    }

    void noteLull(SeatModel seat) {
        seat.idle.look(scheduler.outstandingUnits(seat.id), seat.slots, context.nowNanos());
    }

    void tick() {
        if (upward == null) {
            context.events().add(context.nowNanos() + MasterTicks.PERIOD_NANOS, EventQueue.TICK, 0);
        }
        application.tick();
        if (MasterTicks.isBeat(ticks)) {
            for (SeatModel seat : seats) {
                if (seat.alive) {
                    apply(new Event.WorkerHeard(seat.id));
                }
            }
        }
        grants.tick();
        if (MasterTicks.isForScheduler(ticks++)) {
            apply(new Event.Ticked());
        }
    }

    /** Applies an event and carries out the resulting actions. Events that these cause are applied afterwards. */
    void apply(Event event) {
        if (applying) {
            events.addLast(event);
            return;
        }
        applying = true;
        for (Event next = event; next != null; next = events.pollFirst()) {
            scheduler.apply(next, context.nowNanos(), outbox);
            for (int i = 0; i < actions.size(); i++) {
                carryOut(actions.get(i));
            }
            actions.clear();
        }
        applying = false;
        if (upward != null) {
            upward.applied();
        }
        if (steering != null && upward == null && cycleOpen) {
            steering.look(scheduler, context.workload().units(cycle));
        }
    }

    private void carryOut(Action action) {
        if (action instanceof Action.Accept accept) {
            accepted(accept);
        } else if (action instanceof Action.Assign assign) {
            feed.assign(assign);
        } else if (action instanceof Action.Revoke revoke) {
            SeatModel seat = context.seat(revoke.worker());
            if (seat.open) {
                feed.takeBack(seat, revoke.units());
            }
        } else if (action instanceof Action.Unparked unparked) {
            parking.unparked(context.seat(unparked.worker()));
        } else if (action instanceof Action.Collect collect) {
            loop.send(context.seat(collect.worker()), Kind.COLLECT, 0, collect.cycle(), null);
        } else if (action instanceof Action.Disconnect disconnect) {
            SeatModel seat = context.seat(disconnect.worker());
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
        } else if (action instanceof Action.RefuseUnits && upward == null) {
            refused = true;
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
            acceptNanos += context.workload().acceptNanos(accept.cycle(), unit);
        }
    }
}
