package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.Outbox;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.Closing;
import dev.sluice.net.Loop;
import dev.sluice.net.Payload;
import dev.sluice.net.Session;
import dev.sluice.net.message.Collect;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.message.WorkerBeat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The master's thread around the scheduler: what arrives becomes an event, and the scheduler's actions are carried out.
 * Confined to the master loop; methods that another thread may call say so.
 */
final class MasterLoop {
    private static final long TICK_NANOS = 50_000_000L;

    private final RunSettings settings;
    private final dev.sluice.api.Results<?> resultMode;
    private final Loop loop;
    private final Roll roll;
    private final Scheduler scheduler;
    private final RunListener listener;
    private final RunProgress progress = new RunProgress();
    private final Grants grants;
    private final Traffic traffic = new Traffic();
    private final ApplicationThread application;
    private final Feeder feeder;
    private final InputsAhead ahead = new InputsAhead();
    private final RunCourse course;
    private long ticks;

    /** @param resultMode how results travel, as the application says */
    MasterLoop(RunSettings settings, dev.sluice.api.Results<?> resultMode, Loop loop, RunListener listener) {
        this.settings = settings;
        this.resultMode = resultMode;
        this.loop = loop;
        this.listener = listener;
        this.roll = new Roll(settings.resultMemory());
        this.grants = new Grants(settings.congestion(), settings.resultMemory());
        this.scheduler = new Scheduler(new SchedulerConfig(
                settings.policy(),
                settings.prefetch(),
                settings.maxFailures(),
                SchedulerConfig.DEFAULT_LEASE_NANOS,
                settings.nonces(),
                settings.weighting()));
        this.feeder = new Feeder(settings.application(), traffic);
        this.course = new RunCourse(this, listener);
        this.application = new ApplicationThread(settings.application(), resultMode, course, feeder, roll::windowBytes);
    }

    /**
     * Starts the application and the clock. {@code expectedSlots} shares are kept for workers that are being started.
     * Any thread.
     */
    void start(int expectedSlots, long expectNanos) {
        loop.execute(() -> {
            progress.started(loop.nanoTime());
            if (expectedSlots > 0) {
                apply(new Event.SlotsExpected(expectedSlots, loop.nanoTime() + expectNanos));
            }
            application.start();
            tick();
        });
    }

    ApplicationThread application() {
        return application;
    }

    Roll roll() {
        return roll;
    }

    RunProgress progress() {
        return progress;
    }

    Loop loop() {
        return loop;
    }

    RunCourse course() {
        return course;
    }

    InputsAhead ahead() {
        return ahead;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /** Whether units that were given up leave the run complete. */
    boolean keepsGoing() {
        return settings.keepGoing();
    }

    Grants grants() {
        return grants;
    }

    Traffic traffic() {
        return traffic;
    }

    // ---- the clock

    private void tick() {
        if (!course.over() || !roll.seats().isEmpty()) {
            loop.schedule(TICK_NANOS, this::tick);
        }
        long window = roll.windowBytes();
        boolean beat = ticks % (2_000_000_000L / TICK_NANOS) == 0;
        for (Seat seat : roll.seats()) {
            ApplicationThread.acknowledge(seat, window);
            if (beat) {
                seat.session.send(new MasterBeat(++seat.beats, seat.heardTick));
            }
        }
        grants.tick(roll, loop.nanoTime());
        if (ticks++ % 5 == 0 && !course.over()) {
            apply(new Event.Ticked());
        }
        progress.counted(
                scheduler.counters(),
                scheduler.finishedUnits() + scheduler.completedUnits(),
                scheduler.activeSlots(),
                loop.nanoTime());
    }

    // ---- sessions

    /** Answers a registration: a seat, or null when it was refused. */
    @Nullable
    Seat register(Session session, Register register) {
        if (course.over() || course.stopping()) {
            session.send(new Goodbye(ErrorCode.NONE, "the run is over"));
            session.close();
            return null;
        }
        Member known = roll.byIncarnation(register.incarnation());
        if (known != null && known.seat != null) {
            vacate(known.seat, new Closing(ErrorCode.CONNECTION_LOST, "it registered again", false));
        }
        Member member = known != null && !known.gone ? known : roll.add(register, loop.nanoTime());
        boolean returns = member == known;
        Seat seat = new Seat(session, member, course.cycle());
        member.seat = seat;
        roll.seat(seat);
        member.leaving = false;
        List<Action> actions = new ArrayList<>();
        Event event = returns
                ? new Event.WorkerReturned(member.id, register.heldCycle(), register.working(), register.finished())
                : new Event.WorkerJoined(member.id, member.slots);
        scheduler.apply(event, loop.nanoTime(), actions::add);
        session.send(new Registered(
                member.id,
                settings.run(),
                1,
                SchedulerConfig.DEFAULT_LEASE_NANOS,
                roll.windowBytes(),
                settings.jars().info(),
                returns ? Registrations.drops(actions) : Registrations.everything(register),
                grants.offerAbove(session)));
        course.sendSetup(session);
        actions.forEach(action -> carryOut(action, Judge.NONE));
        listener.joined(member, returns);
        return seat;
    }

    /** The session of a seat is over. */
    void closed(Seat seat, Closing why) {
        if (seat.open) {
            vacate(seat, why);
        }
    }

    private void vacate(Seat seat, Closing why) {
        Member member = seat.member;
        seat.open = false;
        member.earlierSessions = member.earlierSessions.plus(seat.session.counters());
        member.seat = null;
        roll.left(seat);
        grants.gone(seat);
        seat.session.close();
        if (!course.over()) {
            boolean orderly = why.code() == ErrorCode.NONE;
            if (orderly) {
                member.gone = true;
                apply(new Event.WorkerLeft(member.id));
            } else {
                // Silence says nothing about what it computed; anything else may have been the fault of a unit.
                apply(new Event.WorkerBroke(member.id, why.code() != ErrorCode.LEASE_EXPIRED));
            }
            listener.left(member, why);
        }
        course.finishWhenAllAreGone();
    }

    /** A process started by this master died. Any thread. */
    void processDied(long pid) {
        loop.execute(() -> onProcessDied(pid));
    }

    private void onProcessDied(long pid) {
        Member member = roll.byPid(pid);
        if (member != null && !member.gone && !course.over()) {
            if (member.seat != null) {
                vacate(member.seat, new Closing(ErrorCode.CONNECTION_LOST, "its process ended", false));
            }
            member.gone = true;
            apply(new Event.WorkerDied(member.id));
        }
    }

    // ---- messages

    void results(Seat seat, Results results) {
        long now = loop.nanoTime();
        Member member = seat.member;
        long decided = seat.decidedNanos(results.assignSequence());
        if (decided >= 0) {
            long roundTrip = now - decided - results.assignHeldNanos();
            apply(new Event.RoundTripMeasured(member.id, roundTrip));
            grants.roundTrip(roundTrip);
        }
        Judged judged = new Judged();
        if (!course.over()) {
            scheduler.apply(eventOf(member.id, results), now, action -> carryOut(action, judged));
        }
        if (results.form() == Results.Form.COMPLETED
                || !resultMode.kept()) { // else it was counted when it was computed
            long units = 0;
            for (ResultRun run : results.runs()) {
                units += run.units();
                member.computeNanos += run.computeNanos();
            }
            returned(seat, results.cycle(), units);
        }
        UnitRanges accepted = judged.accepted;
        member.acceptedUnits += accepted.size();
        member.lastResultNanos = now;
        seat.resultSequence = results.sequence();
        traffic.received(results.results().size());
        application.accept(new AcceptTask(
                seat,
                results.cycle(),
                results.sequence(),
                results.form(),
                results.runs(),
                accepted,
                results.results(),
                results.results().size(),
                arrived(seat, results, now)));
    }

    private Runnable arrived(Seat seat, Results results, long now) {
        if (results.offer() == 0 || !seat.granted.containsKey(results.offer())) {
            return () -> {};
        }
        long bytes = seat.granted.get(results.offer());
        grants.arrived(seat, results.offer(), roll, now);
        return () -> grants.accepted(bytes);
    }

    void offered(Seat seat, Offer offer) {
        grants.offered(seat, offer, roll, loop.nanoTime());
    }

    private static Event eventOf(WorkerId worker, Results results) {
        return switch (results.form()) {
            case EACH -> new Event.ResultsArrived(worker, results.cycle(), results.runs());
            case COMPLETED -> new Event.UnitsCompleted(worker, results.cycle(), results.runs());
            case FOLDED -> new Event.FoldArrived(worker, results.cycle(), results.runs());
        };
    }

    void unitFailed(Seat seat, UnitFailed failed) {
        UnitFailure failure =
                new UnitFailure(seat.member.id, failed.code(), failed.type(), failed.message(), failed.stack());
        apply(new Event.UnitFailed(failed.cycle(), failed.unit(), failure));
        returned(seat, failed.cycle(), failed.unit().units());
        seat.resultSequence = failed.sequence();
        application.accept(new AcceptTask(
                seat,
                failed.cycle(),
                failed.sequence(),
                Results.Form.COMPLETED,
                List.of(),
                new UnitRanges(),
                Payload.empty(),
                0,
                () -> {}));
    }

    void handedBack(Seat seat, HandedBack back) {
        apply(new Event.UnitsHandedBack(seat.member.id, back.cycle(), back.units()));
        long units = 0;
        for (HeldUnits held : back.units()) {
            units += held.units();
        }
        returned(seat, back.cycle(), units);
    }

    void leaving(Seat seat, String reason) {
        seat.member.leaving = true;
        apply(new Event.WorkerDraining(seat.member.id));
        if (!course.over()) {
            takeBackUnsent(seat);
            listener.leaving(seat.member, reason);
        }
    }

    private void takeBackUnsent(Seat seat) {
        Feed feed = seat.feed;
        long unsent = scheduler.outstandingUnits(seat.member.id);
        if (unsent > 0) {
            application.revoke(feed, unsent, units -> takenBack(seat, feed.cycle, units));
        }
    }

    void beat(Seat seat, WorkerBeat beat) {
        Member member = seat.member;
        member.stats = beat.stats();
        seat.heardTick = beat.tick();
        apply(new Event.WorkerHeard(member.id));
        boolean quiet = beat.assignSequence() == seat.assignSequence
                && beat.resultSequence() == seat.resultSequence
                && seat.feed.settled();
        if (!quiet || beat.unitsHeld() == scheduler.outstandingUnits(member.id)) {
            seat.disagreements = 0;
        } else if (++seat.disagreements == 3) {
            seat.session.refuse(
                    ErrorCode.HELD_MISMATCH,
                    member.id + " holds " + beat.unitsHeld() + " units, the master counts "
                            + scheduler.outstandingUnits(member.id));
        }
    }

    void writable(Seat seat) {
        if (seat.feed.blocked) {
            application.resume(seat.feed);
        }
    }

    private void returned(Seat seat, int ofCycle, long units) {
        Feed feed = seat.feed;
        if (ofCycle == feed.cycle) {
            feed.countReturned(units);
            if (feed.blocked) {
                application.resume(feed);
            }
        }
    }

    // ---- the scheduler

    /** What the scheduler, which judges one message's results in their order, says of each. */
    @FunctionalInterface
    private interface Judge {
        Judge NONE = (units, accepted) -> {};

        void next(long units, boolean accepted);
    }

    /**
     * The places of the results that count. Places, not units: a faulty peer may send a unit twice in one message, once
     * rightly.
     */
    private static final class Judged implements Judge {
        private final UnitRanges accepted = new UnitRanges();
        private long place;

        @Override
        public void next(long units, boolean counts) {
            if (counts) {
                accepted.add(place, place + units);
            }
            place += units;
        }
    }

    /** Tells the scheduler and does what it says. */
    void apply(Event event) {
        if (course.over()) {
            return; // workers leave; what they still say changes nothing
        }
        List<Action> actions = new ArrayList<>(0);
        Outbox outbox = actions::add;
        scheduler.apply(event, loop.nanoTime(), outbox);
        actions.forEach(action -> carryOut(action, Judge.NONE));
    }

    private void carryOut(Action action, Judge judge) {
        if (action instanceof Action.Accept accept) {
            judge.next(accept.to() - accept.from(), true);
        } else if (action instanceof Action.Discard discard) {
            judge.next(discard.to() - discard.from(), false);
        } else if (action instanceof Action.Assign assign) {
            assign(assign);
        } else if (action instanceof Action.Revoke revoke) {
            withSeat(revoke.worker(), seat -> {
                Feed feed = seat.feed;
                application.revoke(feed, revoke.units(), units -> takenBack(seat, feed.cycle, units));
            });
        } else if (action instanceof Action.Collect collect) {
            withSeat(collect.worker(), seat -> seat.session.send(new Collect(collect.cycle())));
        } else if (action instanceof Action.Disconnect disconnect) {
            withSeat(disconnect.worker(), seat -> {
                seat.session.refuse(
                        disconnect.code(),
                        "no heartbeat for " + SchedulerConfig.DEFAULT_LEASE_NANOS / 1_000_000_000L + " s");
                seat.member.gone = true;
                closed(seat, new Closing(disconnect.code(), "silent", false));
            });
            roll.gone(disconnect.worker());
        } else if (action instanceof Action.Quarantine quarantine) {
            progress.quarantined(quarantine);
            listener.quarantined(quarantine);
        } else if (action instanceof Action.FinishCycle finish) {
            course.finishCycle(finish.cycle());
        } else if (action instanceof Action.FinishStop) {
            application.interrupt();
        } else if (action instanceof Action.WaitForWorkers) {
            listener.drought();
        }
    }

    private void assign(Action.Assign assign) {
        withSeat(assign.worker(), seat -> {
            Feed feed = seat.feed;
            AttemptRun run = assign.run();
            FeedTask task = new FeedTask(run, loop.nanoTime());
            // Once all that was assigned is sent, the application thread holds nothing of this feed and the loop may
            // send by itself.
            boolean free = feed.settled() && feed.hasRoom() && seat.session.writable();
            feed.assignedUnits += run.units();
            Payload inputs = free ? ahead.take(assign.cycle(), run.firstUnit(), run.endUnit()) : null;
            if (inputs == null) {
                application.feed(feed, task);
            } else {
                feeder.deliver(feed, task, run.firstUnit(), (int) run.units(), inputs);
            }
            ahead.order(this::prepare);
        });
    }

    private void prepare(int cycle, long firstUnit, long endUnit) {
        application.prepare(cycle, firstUnit, endUnit, batch -> loop.execute(() -> ahead.prepared(cycle, batch)));
    }

    private void withSeat(WorkerId worker, Consumer<Seat> what) {
        Seat seat = roll.seat(worker);
        if (seat != null) {
            what.accept(seat);
        }
    }

    /** Application thread. */
    private void takenBack(Seat seat, int ofCycle, List<HeldUnits> units) {
        loop.execute(() -> {
            for (HeldUnits held : units) {
                seat.feed.assignedUnits -= ofCycle == seat.feed.cycle ? held.units() : 0;
            }
            if (!course.over()) {
                apply(new Event.UnitsHandedBack(seat.member.id, ofCycle, units));
            }
        });
    }
}
