package dev.sluice.model.schedule;

/** Where the scheduler writes what is to be done. Carried out after {@link Scheduler#apply} has returned, in order. */
@FunctionalInterface
public interface Outbox {
    /** Adds one action behind those that are there. */
    void add(Action action);
}
