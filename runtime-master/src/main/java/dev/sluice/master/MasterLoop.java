package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.delivery.MasterTicks;
import dev.sluice.model.ledger.RunLedger;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Brought;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.Outbox;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.Branch;
import dev.sluice.net.message.BranchTerms;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The master's thread around the scheduler: what arrives becomes an event, and the scheduler's actions are carried out.
 * Confined to the master loop; methods that another thread may call say so.
 */
public final class MasterLoop {
    /** Workers of a sub-master that died are here by then, with what they hold. */
    private static final long ASIDE_NANOS = 1_000_000_000L;

    private final RunSettings settings;
    private final Loop loop;
    private final Roll roll;
    private final Scheduler scheduler;
    private final RunListener listener;
    private final RunProgress progress = new RunProgress();
    private final SpillSpace spill;
    private final Grants grants;
    private final Traffic traffic = new Traffic();
    private final RunLedger ledger = new RunLedger();
    private final Principal principal;
    private final boolean kept;
    private final Arrivals arrivals;
    private final Dispatch dispatch;
    private final InputsAhead ahead = new InputsAhead();
    private final RunCourse course;
    private final RunWeather weather;
    private long ticks;

    /**
     * @param kept whether results are kept by whoever computed them until they are collected
     * @param principals makes whom the units are computed for
     */
    public MasterLoop(RunSettings settings, boolean kept, Loop loop, RunListener listener, Principal.Factory principals) {
        this.settings = settings;
        this.loop = loop;
        this.listener = listener;
        RunSettings.Budget budget = settings.results();
        this.roll = new Roll(budget.memoryBytes());
        this.spill = new SpillSpace(budget.directory(), budget.diskBytes(), roll::windowBytes);
        this.grants = new Grants(settings.congestion(), budget);
        this.scheduler = new Scheduler(new SchedulerConfig(
                settings.policy(),
                settings.prefetch(),
                settings.maxFailures(),
                SchedulerConfig.DEFAULT_LEASE_NANOS,
                settings.nonces(),
                settings.weighting(),
                settings.speculation()));
        this.kept = kept;
        this.arrivals = new Arrivals(this, kept);
        this.dispatch = new Dispatch(this, listener);
        this.weather = new RunWeather(this, settings.probeBytes());
        this.course = new RunCourse(this, listener);
        this.principal = principals.of(this);
    }

    /**
     * Starts the principal and the clock. {@code expectedSlots} shares are kept for workers that are being started. Any
     * thread.
     */
    public void start(int expectedSlots, long expectNanos) {
        loop.execute(() -> {
            progress.started(loop.nanoTime());
            ledger.started(progress.startNanos());
            if (expectedSlots > 0) {
                apply(new Event.SlotsExpected(expectedSlots, loop.nanoTime() + expectNanos));
            }
            principal.start();
            tick();
        });
    }

    public Principal principal() {
        return principal;
    }

    public Roll roll() {
        return roll;
    }

    public RunProgress progress() {
        return progress;
    }

    public Loop loop() {
        return loop;
    }

    public RunCourse course() {
        return course;
    }

    InputsAhead ahead() {
        return ahead;
    }

    public Scheduler scheduler() {
        return scheduler;
    }

    /** Whether units that were given up leave the run complete. */
    boolean keepsGoing() {
        return settings.keepGoing();
    }

    Arrivals arrivals() {
        return arrivals;
    }

    public Grants grants() {
        return grants;
    }

    /** Where results go that are larger than a worker's part of the memory. */
    public SpillSpace spill() {
        return spill;
    }

    public Traffic traffic() {
        return traffic;
    }

    public RunWeather weather() {
        return weather;
    }

    public RunLedger ledger() {
        return ledger;
    }

    // ---- the clock

    private void tick() {
        if (!course.over() || !roll.seats().isEmpty()) {
            loop.schedule(MasterTicks.PERIOD_NANOS, this::tick);
        }
        long window = roll.windowBytes();
        boolean beat = MasterTicks.isBeat(ticks);
        for (Seat seat : roll.seats()) {
            Acknowledgements.send(seat, window);
            if (beat) {
                long tick = seat.beating(loop.nanoTime());
                seat.session.send(new MasterBeat(tick, seat.heardTick, tick % 2 == 1));
            }
        }
        if (beat) {
            weather.beat();
            if (!course.over()) {
                weather.probe();
            }
        }
        grants.tick(roll, loop.nanoTime());
        if (MasterTicks.isForScheduler(ticks++) && !course.over()) {
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
        if (returns) {
            ledger.returned(member.id);
        } else {
            ledger.joined(member.id, token(member.host, member.pid), member.slots, loop.nanoTime());
        }
        Event event = returns
                ? new Event.WorkerReturned(member.id, register.heldCycle(), register.working(), register.finished())
                : new Event.WorkerJoined(
                        member.id,
                        member.slots,
                        settings.unitSeconds().getOrDefault(member.host, 0.0),
                        principal.adopt(Registrations.brought(register)));
        scheduler.apply(event, loop.nanoTime(), actions::add);
        session.send(new Registered(
                member.id,
                settings.run(),
                1,
                SchedulerConfig.DEFAULT_LEASE_NANOS,
                roll.windowBytes(),
                settings.jars().info(),
                Registrations.takeDrops(actions),
                grants.offerAbove(session, roll),
                settings.units(),
                principal.elsewhere()));
        seat.owedNanos = loop.nanoTime();
        course.sendSetup(seat);
        actions.forEach(action -> dispatch.carryOut(action, Dispatch.Judge.NONE));
        noteLull(seat, seat.owedNanos);
        listener.joined(member, returns);
        return seat;
    }

    /** The session of a seat is over. */
    void closed(Seat seat, Closing why) {
        if (seat.open) {
            vacate(seat, why);
        }
        if (why.code() == ErrorCode.DISK_FULL && !why.byPeer()) {
            course.end(RunEnd.failed(
                    why.code(),
                    "results of " + seat.member + ": " + why.text() + "; --result-disk says how much they may take"));
        }
    }

    private void vacate(Seat seat, Closing why) {
        Member member = seat.member;
        seat.open = false;
        member.leaves(seat);
        roll.left(seat);
        grants.gone(seat);
        seat.session.close();
        if (!course.over()) {
            boolean orderly = why.code() == ErrorCode.NONE;
            if (orderly) {
                member.gone = true;
                ledger.gone(member.id, loop.nanoTime());
                apply(new Event.WorkerLeft(member.id));
            } else {
                ledger.broke(member.id, scheduler.outstandingUnits(member.id) > 0, loop.nanoTime());
                // Silence, or what only a faulty worker sends, says nothing about what it computed; anything else
                // may have been the fault of a unit, but no sub-master computes one.
                boolean suspect =
                        !member.branch && why.code() != ErrorCode.LEASE_EXPIRED && why.code() != ErrorCode.MALFORMED;
                apply(new Event.WorkerBroke(member.id, suspect, member.branch ? ASIDE_NANOS : 0));
            }
            listener.left(member, why);
        }
        course.finishWhenAllAreGone();
    }

    /** A process that was started for this run died. Any thread. */
    public void processDied(String host, long pid) {
        loop.execute(() -> onProcessDied(host, pid));
    }

    /** A process is started for this run; its worker will register with this host's name and process id. Any thread. */
    public void processStarted(String host, long pid, int slots) {
        loop.execute(() -> ledger.launched(token(host, pid), slots, loop.nanoTime()));
    }

    /** How the ledger calls a process. */
    private static String token(String host, long pid) {
        return host + "/" + pid;
    }

    private void onProcessDied(String host, long pid) {
        ledger.launchEnded(token(host, pid), loop.nanoTime());
        Member member = roll.byProcess(host, pid);
        if (member != null && !member.gone && !course.over()) {
            if (member.seat != null) {
                vacate(member.seat, new Closing(ErrorCode.CONNECTION_LOST, "its process ended", false));
            }
            member.gone = true;
            ledger.gone(member.id, loop.nanoTime());
            apply(new Event.WorkerDied(member.id));
        }
    }

    // ---- messages

    void leaving(Seat seat, String reason) {
        seat.member.leaving = true;
        apply(new Event.WorkerDraining(seat.member.id));
        if (!course.over()) {
            long unsent = scheduler.outstandingUnits(seat.member.id);
            if (unsent > 0) {
                dispatch.takeBack(seat, unsent);
            }
            listener.leaving(seat.member, reason);
        }
    }

    /** A sub-master says what it stands for. */
    void branch(Seat seat, Branch branch) {
        Member member = seat.member;
        member.branch = true;
        if (!seat.knowsTerms) {
            seat.knowsTerms = true;
            boolean measured = settings.weighting() == Weighting.MEASURED;
            seat.session.send(new BranchTerms(
                    settings.policy().name(),
                    measured,
                    settings.prefetch(),
                    settings.maxFailures(),
                    settings.speculation(),
                    kept,
                    settings.probeBytes()));
        }
        if (member.slots == branch.slots()) {
            return;
        }
        member.slots = branch.slots();
        ledger.resized(member.id, branch.slots(), loop.nanoTime());
        apply(new Event.SlotsChanged(member.id, branch.slots()));
        noteLull(seat, loop.nanoTime());
        listener.branched(member);
    }

    /** Below a sub-master somebody came with units that this one was not given, or not here. */
    void adopted(Seat seat, Adopted message) {
        if (course.over()) {
            return;
        }
        List<HeldUnits> working = course.stopping() ? List.of() : message.working(); // nothing is begun any more
        Brought brought = principal.adopt(new Brought(message.cycle(), working, message.finished()));
        List<Action> actions = new ArrayList<>();
        scheduler.apply(new Event.UnitsBrought(seat.member.id, brought), loop.nanoTime(), actions::add);
        List<HeldUnits> drops = Registrations.takeDrops(actions);
        drops.addAll(course.stopping() ? message.working() : List.of());
        if (!drops.isEmpty()) {
            seat.session.send(new Unwanted(message.cycle(), drops));
        }
        actions.forEach(action -> dispatch.carryOut(action, Dispatch.Judge.NONE));
    }

    public Dispatch dispatch() {
        return dispatch;
    }

    /** It lives: its lease begins anew. */
    void heard(Seat seat) {
        apply(new Event.WorkerHeard(seat.member.id));
    }

    void beat(Seat seat, WorkerBeat beat) {
        Member member = seat.member;
        member.stats = beat.stats();
        ledger.reported(member.id, beat.stats().causes(), loop.nanoTime());
        seat.heardTick = beat.tick();
        weather.answered(seat, beat.echo());
        heard(seat);
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
            principal.resume(seat.feed);
        }
    }

    // ---- the scheduler

    /** After the scheduler could have given it something: is a slot of this worker left without? */
    void noteLull(Seat seat, long nowNanos) {
        seat.idle.look(scheduler.outstandingUnits(seat.member.id), seat.member.slots, nowNanos);
    }

    /** Tells the scheduler and does what it says. */
    public void apply(Event event) {
        apply(event, loop.nanoTime(), Dispatch.Judge.NONE);
    }

    public void apply(Event event, long nowNanos, Dispatch.Judge judge) {
        if (course.over()) {
            return; // workers leave; what they still say changes nothing
        }
        List<Action> actions = new ArrayList<>(0);
        Outbox outbox = actions::add;
        scheduler.apply(event, nowNanos, outbox);
        actions.forEach(action -> dispatch.carryOut(action, judge));
    }
}
