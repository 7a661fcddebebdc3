package dev.sluice.model.schedule;

/** Receives the actions of the scheduler. They are carried out in order after {@link Scheduler#apply} has returned. */
@FunctionalInterface
public interface Outbox {
    /** Appends one action. */
    void add(Action action);
}
