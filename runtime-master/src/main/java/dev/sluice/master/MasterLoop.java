package dev.sluice.master;

import dev.sluice.master.files.Jars;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.Amount;
import dev.sluice.model.delivery.MasterTicks;
import dev.sluice.model.schedule.Event;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionListener;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The master's thread around the scheduler: each message becomes an event, and the scheduler's actions are carried out.
 * Makes the parts of the run and keeps its clock; only the code that starts the run has a reference to it. Confined to
 * the master loop, except for methods that name another thread.
 */
public final class MasterLoop implements Launched {
    /** Exit code of a run that is ended before a time, as of {@code timeout}. */
    private static final int OUT_OF_TIME_EXIT = 124;

    private static final double USUAL_SHARE = 0.95;
    private static final long END_LOOK_NANOS = 1_000_000_000L;

    private final RunCore core;
    private final SchedulerDriver driver;
    private final RunCourse course;
    private final UnitSource principal;
    private final Arrivals arrivals;
    private final Registrations registrations;
    private final WorkerEvents workers;
    private final RunWeather weather;
    private final Followers followers;
    private long ticks;

    /**
     * @param kept whether workers keep results until they are collected
     * @param principals makes the source of the units
     */
    public MasterLoop(
            RunSettings settings, boolean kept, Loop loop, RunListener listener, UnitSource.Factory principals) {
        this.core = RunCore.of(settings, kept, loop, listener);
        this.driver = new SchedulerDriver(core);
        this.course = new RunCourse(core, driver, this::closed);
        this.principal = principals.of(core, driver, course);
        driver.applicationTime(principal::busyNanos);
        core.times().acceptedBy(principal::takeAccepts);
        Dispatch dispatch = new Dispatch(core, driver, course, principal, this::closed);
        driver.carriedOutBy(dispatch::carryOut);
        driver.replacedBy(course.actuator()::replacePolicy);
        this.arrivals = new Arrivals(core, driver, course, principal, this::closed);
        this.registrations = new Registrations(core, driver, course, principal, this::closed);
        this.workers = new WorkerEvents(core, driver, course, principal, dispatch);
        this.weather = new RunWeather(core, settings.limits().probeBytes());
        this.followers = new Followers(core, driver);
    }

    /**
     * Begins no unit that would not end within this time [ns], if it takes as long as 95 % of the units so far. Units
     * that run are finished and delivered. Any thread.
     */
    public void endWithin(long nanos) {
        core.loop().execute(() -> endBefore(core.nanoTime() + nanos));
    }

    private void endBefore(long untilNanos) {
        if (core.over() || core.stopping()) {
            return;
        }
        long usual = core.times().units().quantileNanos(USUAL_SHARE);
        long left = untilNanos - usual - core.nanoTime();
        if (left > 0) {
            core.loop().schedule(Math.min(END_LOOK_NANOS, left), () -> endBefore(untilNanos));
            return;
        }
        String why = usual == 0
                ? "the time is over, and none has ended yet"
                : "95 % of the units so far took at most " + Amount.number(usual / 1e9) + " s";
        core.recording().changed("run", "no unit begins any more", why, "");
        core.listener().tuned("until", "no unit begins any more", why);
        course.stop(OUT_OF_TIME_EXIT);
    }

    /** The operators that follow what units print. */
    public Followers followers() {
        return followers;
    }

    /** Writes accepted results to this journal, and acknowledges them when it has them. Called before the start. */
    public void journal(JournalledRun run) {
        arrivals.journal(run);
        course.journal(run);
        core.acknowledgements().journal(run);
        core.grants().journal(run);
        AtomicBoolean told = new AtomicBoolean();
        run.whenCommitted(() -> {
            if (told.compareAndSet(false, true)) {
                core.loop().execute(() -> {
                    told.set(false);
                    acknowledge();
                });
            }
        });
    }

    private void acknowledge() {
        course.handOutCommitted();
        long window = core.registry().windowBytes();
        for (WorkerConnection connection : core.registry().connections()) {
            core.acknowledgements().committed(connection, window);
        }
    }

    private void closed(WorkerConnection connection, Closing why) {
        workers.closed(connection, why);
    }

    /**
     * Starts the unit source and the clock. {@code expectedSlots} shares are reserved for workers that are being
     * started. Any thread.
     */
    public void start(int expectedSlots, long expectNanos) {
        core.loop().execute(() -> {
            core.progress().started(core.nanoTime());
            core.ledger().started(core.progress().startNanos());
            core.recording().policy(core.settings());
            if (expectedSlots > 0) {
                core.recording().expects(expectedSlots);
                driver.apply(new Event.SlotsExpected(expectedSlots, core.nanoTime() + expectNanos));
            }
            principal.start();
            tick();
        });
    }

    /** Listens to a session of a worker, which fetches its jars over it. */
    public SessionListener workerSession(Jars jars) {
        return new WorkerSession(registrations, workers, arrivals, weather, followers, jars);
    }

    /** Listens to a session of a worker, or of an operator. */
    public SessionListener session(Role role, Jars jars) {
        return role == Role.OPERATOR
                ? new OperatorSession(core, driver, course, weather, followers)
                : workerSession(jars);
    }

    /** The state of the run, for its report and for the half of a sub-master that faces its parent. */
    public RunCore core() {
        return core;
    }

    public SchedulerDriver driver() {
        return driver;
    }

    public RunCourse course() {
        return course;
    }

    public UnitSource principal() {
        return principal;
    }

    public RunWeather weather() {
        return weather;
    }

    // ---- processes

    @Override
    public void processStarted(String host, long pid, int slots) {
        core.loop().post(() -> workers.processStarted(host, pid, slots));
    }

    @Override
    public void processDied(String host, long pid) {
        core.loop().post(() -> workers.processDied(host, pid));
    }

    @Override
    public void allGone(RunEnd how) {
        core.loop().post(() -> course.end(workers.endWithout(how)));
    }

    @Override
    public CompletableFuture<PoolNeeds> needs() {
        return core.loop().ask(() -> {
            RunProgress.Snapshot now = core.progress().snapshot();
            long running = driver.outstandingUnits();
            long computeNanos = 0;
            long computed = 0;
            for (WorkerEntry entry : core.registry().entries()) {
                computeNanos += entry.computeNanos;
                computed += entry.acceptedUnits;
            }
            return new PoolNeeds(
                    Math.max(0, now.units() - now.finished() - running),
                    running,
                    computed == 0 ? 0 : computeNanos / computed,
                    0,
                    now.finishedInAll(),
                    !now.isLastCycle() || now.open(),
                    "",
                    0);
        });
    }

    // ---- the clock

    private void tick() {
        if (!core.over() || !core.registry().connections().isEmpty()) {
            core.loop().schedule(MasterTicks.PERIOD_NANOS, this::tick);
        }
        course.handOutCommitted();
        long window = core.registry().windowBytes();
        boolean beat = MasterTicks.isBeat(ticks);
        for (WorkerConnection connection : core.registry().connections()) {
            if (connection.session.inProcess() && MasterTicks.isForScheduler(ticks) && !core.over()) {
                driver.apply(new Event.WorkerHeard(connection.entry.id));
            }
            core.acknowledgements().tick(connection, window);
            if (beat) {
                long tick = connection.beating(core.nanoTime());
                connection.session.send(new MasterBeat(tick, connection.heardTick, tick % 2 == 1));
            }
        }
        if (beat) {
            weather.beat();
            principal.stuck(core.nanoTime()).ifPresent(core.listener()::stuck);
            if (!core.over()) {
                weather.probe();
            }
        }
        core.grants().tick(core.registry(), core.nanoTime(), workers);
        if (MasterTicks.isForScheduler(ticks++) && !core.over()) {
            driver.apply(new Event.Ticked());
        }
        core.progress()
                .counted(
                        driver.counters(),
                        driver.finishedUnits() + driver.completedUnits(),
                        principal.waitingUnits(),
                        driver.activeSlots(),
                        core.nanoTime());
        course.tuning().tick();
        if (!core.over()) {
            core.recording().tick(core, beat ? principal : null);
        }
    }
}
