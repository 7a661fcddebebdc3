package dev.sluice.model.fleet;

import dev.sluice.model.pool.GainCurve;
import java.util.List;
import java.util.Set;

/** An event of a fleet. Tasks are named by the queue system's ids; events of unknown tasks have no effect. */
public sealed interface FleetEvent {
    /**
     * The pool's work now.
     *
     * @param backlogUnits units that could be computed now, running ones included
     * @param curve rate of all runs by number of tasks
     * @param needed tasks that deadlines need, whatever they gain; 0 without deadlines
     */
    record Load(long backlogUnits, GainCurve curve, int needed) implements FleetEvent {}

    /**
     * The queue system took a submission and gave these ids, one per task; perhaps fewer than asked for. A new fleet
     * takes over the tasks of an earlier process with this event, too.
     */
    record Accepted(List<String> tasks) implements FleetEvent {
        public Accepted {
            tasks = List.copyOf(tasks);
        }
    }

    /** The queue system refused a submission. */
    record Refused(String reason) implements FleetEvent {}

    /** The agent of a task registered. */
    record Started(String task) implements FleetEvent {}

    /** A started task computes a unit again. */
    record Busy(String task) implements FleetEvent {}

    /** No slot of a started task computes any more. */
    record Idle(String task) implements FleetEvent {}

    /** A task is over after its agent had registered, or after it was cancelled. */
    record Ended(String task) implements FleetEvent {}

    /** A task is over before its agent registered. */
    record Failed(String task, String reason) implements FleetEvent {}

    /** The queue system was asked for its tasks: it knows these, queued or running. */
    record Queue(Set<String> tasks) implements FleetEvent {
        public Queue {
            tasks = Set.copyOf(tasks);
        }
    }

    /** The operator resumes a paused fleet and its brakes are released. */
    record Resume() implements FleetEvent {}

    /** The pool ends. */
    record Close() implements FleetEvent {}

    /** Time passed. The fleet needs one at least every few seconds. */
    record Tick() implements FleetEvent {}
}
