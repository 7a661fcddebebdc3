package dev.sluice.net.session;

/** A scheduled task that can be cancelled. */
public interface Cancellable {
    /** Cancels the task if it has not run yet; any thread, any number of times. */
    void cancel();
}
