package dev.sluice.model.fleet;

import java.util.List;

/** An action that the owner of a fleet carries out now. */
public sealed interface FleetAction {
    /** Submits so many tasks and answers with {@link FleetEvent.Accepted} or {@link FleetEvent.Refused}. */
    record Submit(int tasks) implements FleetAction {}

    /** Cancels tasks that are queued, or that are started and idle; when the pool ends, all. */
    record Cancel(List<String> tasks) implements FleetAction {
        public Cancel {
            tasks = List.copyOf(tasks);
        }
    }

    /** Tells the operator why the fleet submits nothing until it is resumed. */
    record Pause(String reason) implements FleetAction {}
}
