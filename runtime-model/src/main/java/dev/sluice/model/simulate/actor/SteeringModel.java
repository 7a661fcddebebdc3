package dev.sluice.model.simulate.actor;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Steering.Controls;
import dev.sluice.model.simulate.Steering.SteeringPoint;
import dev.sluice.model.simulate.event.EventQueue;
import java.util.List;

/** Calls the steering of a run at its checkpoints. Confined to its run. */
final class SteeringModel {
    private static final int TENTHS = 10;

    private final RunContext context;
    private final Steering steering;
    private final Controls controls;
    private int tenth;

    /** The latest further time for which a call was asked; negative before [ns]. */
    private long askedNanos = -1;

    SteeringModel(RunContext context, Steering steering, Controls controls) {
        this.context = context;
        this.steering = steering;
        this.controls = controls;
    }

    /** Begins a cycle of which so many units are done. */
    void begin(long done, long units) {
        tenth = tenths(done, units);
    }

    private static int tenths(long done, long units) {
        return units == 0 ? 0 : (int) (TENTHS * done / units);
    }

    /** Looks whether another tenth is done, and calls the steering after the present event. */
    void look(Scheduler scheduler, long units) {
        int now = tenths(scheduler.finishedUnits() + scheduler.completedUnits(), units);
        if (now > tenth && now < TENTHS) {
            tenth = now;
            context.events().add(context.nowNanos(), EventQueue.STEER, now);
        }
    }

    /** Asks for a call at the further time that the steering wants now. */
    void schedule() {
        long nanos = steering.alsoAtNanos();
        if (nanos >= context.nowNanos() && nanos != askedNanos) {
            askedNanos = nanos;
            context.events().add(nanos, EventQueue.STEER, TENTHS);
        }
    }

    /**
     * A checkpoint in the middle of the open cycle; {@value #TENTHS} for a further time, which the steering may no
     * longer want.
     */
    void at(int number, int cycle, long done, long units) {
        boolean wanted = number == TENTHS ? steering.alsoAtNanos() == context.nowNanos() : number == tenth;
        if (wanted) {
            steering.at(new SteeringPoint(cycle, tenth, context.nowNanos(), done, units), controls);
            schedule();
        }
    }

    /** The end of a cycle. */
    void end(int cycle, long units) {
        steering.at(new SteeringPoint(cycle, TENTHS, context.nowNanos(), units, units), controls);
        schedule();
    }

    /** Results of a worker have arrived. */
    void returned(int host, int cycle, List<ResultRun> runs) {
        steering.returned(host, cycle, runs);
    }
}
