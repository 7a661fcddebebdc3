package dev.sluice.master;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Counters;
import dev.sluice.model.schedule.CycleState;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * Owns the scheduler and its outbox: takes events, and has the actions carried out in their order. Confined to the
 * master loop; methods that another thread may call say so.
 */
public final class SchedulerDriver {
    /** Carries out what the scheduler decides. */
    @FunctionalInterface
    interface Hands {
        void carryOut(Action action, Dispatch.Judge judge);
    }

    private final RunCore core;
    private final Scheduler scheduler;
    private Hands hands = (action, judge) -> {
        throw new IllegalStateException(action + " (expected: hands that carry it out)");
    };

    SchedulerDriver(RunCore core) {
        this.core = core;
        RunSettings settings = core.settings();
        this.scheduler = new Scheduler(new SchedulerConfig(
                settings.policy(),
                settings.prefetch(),
                settings.maxFailures(),
                SchedulerConfig.DEFAULT_LEASE_NANOS,
                settings.nonces(),
                settings.weighting(),
                settings.speculation()));
    }

    /** Sets who carries out actions. Called once, before the first event. */
    void carriedOutBy(Hands theirs) {
        hands = theirs;
    }

    /** Tells the scheduler, and does what it says. */
    public void apply(Event event) {
        apply(event, core.nanoTime(), Dispatch.Judge.NONE);
    }

    /** Does the same as {@link #apply(Event)}; the judge hears of each result whether it counts. */
    public void apply(Event event, long nowNanos, Dispatch.Judge judge) {
        if (core.over()) {
            return; // workers leave; what they still say changes nothing
        }
        List<Action> actions = new ArrayList<>(0);
        scheduler.apply(event, nowNanos, actions::add);
        actions.forEach(action -> hands.carryOut(action, judge));
    }

    /** Tells the scheduler; the caller has what it says carried out, after an answer of its own. */
    List<Action> decide(Event event, long nowNanos) {
        List<Action> actions = new ArrayList<>();
        scheduler.apply(event, nowNanos, actions::add);
        return actions;
    }

    /** Does what {@link #decide} gave. */
    void carryOut(List<Action> actions) {
        actions.forEach(action -> hands.carryOut(action, Dispatch.Judge.NONE));
    }

    /** After the scheduler could have given it something: is a slot of this worker left without? */
    void noteLull(WorkerConnection connection, long nowNanos) {
        connection.idle.look(scheduler.outstandingUnits(connection.entry.id), connection.entry.slots, nowNanos);
    }

    /** Units that were not sent are taken from a worker. Any thread. */
    public void takenBack(WorkerConnection connection, int ofCycle, List<HeldUnits> units) {
        core.loop().execute(() -> {
            for (HeldUnits held : units) {
                connection.feed.assignedUnits -= ofCycle == connection.feed.cycle ? held.units() : 0;
            }
            apply(new Event.UnitsHandedBack(connection.entry.id, ofCycle, units));
            noteLull(connection, core.nanoTime());
        });
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

    /** Units of the open cycle that are accepted or given up. */
    long finishedUnits() {
        return scheduler.finishedUnits();
    }

    /** Units that workers have computed and keep until they are collected. */
    public long completedUnits() {
        return scheduler.completedUnits();
    }

    /** Says whether workers have nothing to compute but what another has computed already. */
    public boolean nothingIsToCompute() {
        return scheduler.nothingIsToCompute();
    }

    /** Units that workers are to compute. */
    public long outstandingUnits() {
        return scheduler.outstandingUnits();
    }

    /** Units that this worker is to compute. */
    public long outstandingUnits(WorkerId worker) {
        return scheduler.outstandingUnits(worker);
    }
}
