package dev.sluice.model.simulate.actor;

import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.model.simulate.Growth;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.event.EventQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Adds units to the open cycle, as the master's {@code OpenUnits}: when the application has accepted the results that
 * they follow from, or when their source gives them. Confined to its run.
 */
final class GrowthModel {
    private final RunContext context;
    private final LongSupplier finishedUnits;
    private final LongSupplier freeNanos;
    private final Consumer<Event> master;
    private List<Growth> steps = List.of();
    private List<Event.Sized> kinds = List.of();
    private int cycle;
    private int next;
    private long known;
    private boolean awaited;

    /**
     * @param finishedUnits of the cycle
     * @param freeNanos when the application's thread has nothing more to do [ns]
     * @param master takes the events
     */
    GrowthModel(RunContext context, LongSupplier finishedUnits, LongSupplier freeNanos, Consumer<Event> master) {
        this.context = context;
        this.finishedUnits = finishedUnits;
        this.freeNanos = freeNanos;
        this.master = master;
    }

    /** The cycle begins; the event of its begin. */
    Event begin(int number) {
        Workload load = context.workload();
        steps = load.growth(number);
        kinds = load.kinds(number);
        cycle = number;
        next = 0;
        awaited = false;
        known = load.units(number) - steps.stream().mapToLong(Growth::units).sum();
        return new Event.CycleBegun(
                number, known, new UnitRanges(), 0, !steps.isEmpty(), steps.isEmpty() ? kinds : within(0, known), 0);
    }

    /** Results may have come, after which units follow. */
    void look() {
        if (next < steps.size() && !awaited) {
            Growth step = steps.get(next);
            long now = context.nowNanos();
            boolean due = !step.followsResults() || finishedUnits.getAsLong() >= step.after();
            if (due) {
                long at = step.followsResults() ? freeNanos.getAsLong() : step.nanos();
                awaited = true;
                if (at <= now) {
                    add();
                } else if (at != Long.MAX_VALUE) {
                    context.events().add(at, EventQueue.GROW, cycle);
                }
            }
        }
    }

    /** The time of units that were waited for has come. */
    void due(int ofCycle) {
        if (awaited && ofCycle == cycle) {
            add();
        }
    }

    private void add() {
        long from = known;
        boolean same = true;
        while (same && next < steps.size()) {
            Growth step = steps.get(next++);
            known += step.units();
            same = next < steps.size()
                    && !steps.get(next).followsResults()
                    && steps.get(next).nanos() <= context.nowNanos();
        }
        awaited = false;
        master.accept(new Event.UnitsAdded(cycle, known - from, within(from, known)));
        if (next == steps.size()) {
            master.accept(new Event.CycleClosed(cycle));
        } else {
            look();
        }
    }

    private List<Event.Sized> within(long from, long to) {
        List<Event.Sized> here = new ArrayList<>();
        for (Event.Sized each : kinds) {
            UnitRanges units = each.units().within(from, to);
            if (!units.isEmpty()) {
                here.add(new Event.Sized(each.needs(), each.priority(), units));
            }
        }
        return here;
    }
}
