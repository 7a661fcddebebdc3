package dev.sluice.master;

import dev.sluice.master.tune.RunMoment;
import dev.sluice.model.Offer;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.Counters;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.CycleState;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.RunningUnit;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.net.rules.TransportKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Owns the scheduler and its outbox: takes events, and has the actions carried out in order. Confined to the master
 * loop, except for methods that name another thread.
 */
public final class SchedulerDriver {
    /** Carries out the scheduler's actions. */
    @FunctionalInterface
    interface Hands {
        void carryOut(Action action, Dispatch.Judge judge);
    }

    private final RunCore core;
    private final Scheduler scheduler;
    private LongSupplier applicationNanos = () -> 0;
    /** Units that the application gave up, and that are yet to be added to the open cycle. */
    private final Set<Long> early = new HashSet<>();

    private int earlyCycle = -1;

    private Consumer<String> policyTrouble = why -> {};

    private Hands hands = (action, judge) -> {
        throw new IllegalStateException(action + " (expected: hands that carry it out)");
    };

    SchedulerDriver(RunCore core) {
        this.core = core;
        RunSettings settings = core.settings();
        this.scheduler = new Scheduler(new SchedulerConfig(
                settings.rules().handout(),
                settings.limits().failures().mostWorkers(),
                settings.limits().failures().leaseNanos(),
                settings.nonces(),
                settings.rules().planned().meanSeconds(),
                settings.rules().resources()));
        core.recording().units().follow(scheduler::resources);
    }

    /** Sets the object that carries out actions. Called once, before the first event. */
    void carriedOutBy(Hands theirs) {
        hands = theirs;
    }

    /** Sets who replaces a policy that cannot go on; it is given a sentence. Called once, before the first event. */
    void replacedBy(Consumer<String> replacement) {
        policyTrouble = replacement;
    }

    /** True if slots wait for units. On the loop. */
    boolean wantsUnits() {
        return scheduler.outstandingUnits() < scheduler.activeSlots();
    }

    /** The resources of all workers that take work. */
    public Offer offer() {
        return scheduler.offer();
    }

    /** Applies an event and carries out the resulting actions. */
    public void apply(Event event) {
        apply(event, core.nanoTime(), Dispatch.Judge.NONE);
    }

    /** Does the same as {@link #apply(Event)}; the judge learns of each result whether it counts. */
    public void apply(Event event, long nowNanos, Dispatch.Judge judge) {
        if (core.over()) {
            return; // workers leave; what they still say changes nothing
        }
        List<Action> actions = new ArrayList<>(0);
        scheduler.apply(event, nowNanos, actions::add);
        actions.forEach(action -> hands.carryOut(action, judge));
        String trouble = scheduler.policyTrouble();
        if (!trouble.isEmpty()) {
            policyTrouble.accept(trouble);
        }
    }

    /** Applies an event and returns the actions; the caller carries them out later, after sending its own answer. */
    List<Action> decide(Event event, long nowNanos) {
        List<Action> actions = new ArrayList<>();
        scheduler.apply(event, nowNanos, actions::add);
        return actions;
    }

    /** Carries out the actions that {@link #decide} returned. */
    void carryOut(List<Action> actions) {
        actions.forEach(action -> hands.carryOut(action, Dispatch.Judge.NONE));
    }

    /** Records whether a slot of this worker is idle. Called when the scheduler has had the chance to assign units. */
    void noteLull(WorkerConnection connection, long nowNanos) {
        connection.idle.look(scheduler.outstandingUnits(connection.entry.id), connection.entry.slots, nowNanos);
    }

    /** Records that unsent units were taken back from a worker. Any thread. */
    public void takenBack(WorkerConnection connection, int ofCycle, List<HeldUnits> units) {
        core.loop().execute(() -> {
            for (HeldUnits held : units) {
                connection.feed.assignedUnits -= ofCycle == connection.feed.cycle ? held.units() : 0;
            }
            apply(new Event.UnitsHandedBack(connection.entry.id, ofCycle, units));
            noteLull(connection, core.nanoTime());
        });
    }

    /** Tells whether this unit of the open cycle is neither accepted nor given up. */
    boolean isOpen(int cycle, long unit) {
        return scheduler.isOpen(cycle, unit);
    }

    /** The application gives a unit up. One that is yet to be added is given up then. */
    void givesUp(int cycle, long unit) {
        if (core.over() || !core.settings().changes().copies()) {
            return;
        }
        RunProgress.Snapshot now = core.progress().snapshot();
        if (isOpen(cycle, unit)) {
            giveUp(cycle, unit);
        } else if (now.cycle() == cycle && now.open() && unit >= now.units()) {
            if (cycle != earlyCycle) {
                earlyCycle = cycle;
                early.clear();
            }
            early.add(unit);
        }
    }

    /** Gives up the units that the application gave up before they were added. */
    void giveUpEarly(int cycle) {
        if (cycle == earlyCycle && !early.isEmpty()) {
            List<Long> added =
                    early.stream().filter(unit -> isOpen(cycle, unit)).sorted().toList();
            added.forEach(early::remove);
            added.forEach(unit -> giveUp(cycle, unit));
        }
    }

    /** Gives up an open unit, and returns a worker that had it; null if it waited. */
    @Nullable
    WorkerEntry giveUp(int cycle, long unit) {
        List<WorkerId> holders = holders(unit);
        WorkerEntry entry = holders.isEmpty() ? null : core.registry().entry(holders.get(0));
        apply(new Event.UnitCancelled(cycle, unit, holders.isEmpty() ? new WorkerId(1) : holders.get(0)));
        return entry;
    }

    /** The workers that have this unit of the open cycle. */
    List<WorkerId> holders(long unit) {
        return scheduler.holders(unit);
    }

    // ---- what a tuner sees

    /** Sets who tells the time for which the application's thread has worked [ns]. Called before the start. */
    void applicationTime(LongSupplier nanos) {
        applicationNanos = nanos;
    }

    /** Time for which the application's thread has worked [ns]. */
    long applicationNanos() {
        return applicationNanos.getAsLong();
    }

    /**
     * Copies what a model needs to know. Takes time in proportion to workers and gaps.
     *
     * @param sinceNanos time that the application's thread had worked when units began to be computed [ns]
     * @param parked workers that take part although they are parked
     */
    RunMoment moment(long sinceNanos, Set<WorkerId> parked) {
        List<RunMoment.Seat> seats = new ArrayList<>();
        long computed = 0;
        long computeNanos = 0;
        for (WorkerEntry entry : core.registry().entries()) {
            computed += entry.times.units();
            computeNanos += entry.computeNanos;
            boolean works = entry.state() == RunView.State.CONNECTED
                    || entry.state() == RunView.State.PARKED && parked.contains(entry.id);
            if (works && entry.slots > 0) {
                seats.add(seat(entry));
            }
        }
        Traffic traffic = core.traffic();
        Counters counters = scheduler.counters();
        RunMoment.Amounts amounts = new RunMoment.Amounts(
                counters.assigned(),
                traffic.inputBytes(),
                counters.accepted(),
                traffic.messagesReceived(),
                traffic.bytesReceived(),
                computed,
                computeNanos,
                traffic.meanSetupBytes(),
                Math.max(0, applicationNanos.getAsLong() - sinceNanos));
        return new RunMoment(scheduler.open(core.nanoTime()), seats, amounts, terms());
    }

    private static RunMoment.Seat seat(WorkerEntry entry) {
        boolean inProcess = entry.transport == TransportKind.MEMORY;
        return new RunMoment.Seat(
                entry.id,
                entry.slots,
                inProcess,
                inProcess ? 0 : entry.station.leastRoundTripSeconds() / 2,
                entry.station.arrivalRate(false),
                entry.station.arrivalRate(true));
    }

    /** How units are handed out now, and how results come back. */
    private SimulationTerms terms() {
        RunSettings settings = core.settings();
        ResultsKind kept = settings.changes().copies() ? ResultsKind.AT_CYCLE_END : ResultsKind.ACCUMULATED;
        return SimulationTerms.DEFAULT
                .with(scheduler.handout())
                .with(settings.rules().delivery())
                .withResultMemory(Math.max(1, settings.limits().results().memoryBytes()))
                .withResults(core.kept() ? kept : ResultsKind.EACH);
    }

    // ---- what the scheduler knows

    Counters counters() {
        return scheduler.counters();
    }

    public CycleState state() {
        return scheduler.state();
    }

    public int activeSlots() {
        return scheduler.activeSlots();
    }

    public int parkedSlots() {
        return scheduler.parkedSlots();
    }

    /** How units are handed out now. */
    Handout handout() {
        return scheduler.handout();
    }

    /** Speed of all slots of this worker in slots of mean speed; 0 for an unknown worker. */
    double speed(WorkerId worker) {
        return scheduler.speed(worker);
    }

    /** Units of the open cycle that are accepted or given up. */
    long finishedUnits() {
        return scheduler.finishedUnits();
    }

    /** Units that workers have computed and keep until they are collected. */
    public long completedUnits() {
        return scheduler.completedUnits();
    }

    /** Units that are assigned to workers. */
    public long outstandingUnits() {
        return scheduler.outstandingUnits();
    }

    /** Units that this worker is presumably computing. */
    List<RunningUnit> running(WorkerId worker) {
        return scheduler.running(worker, core.nanoTime());
    }

    /** Units that are assigned to this worker. */
    public long outstandingUnits(WorkerId worker) {
        return scheduler.outstandingUnits(worker);
    }
}
