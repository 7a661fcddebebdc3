package dev.sluice.net.session;

/** Something that was scheduled and may be called off. */
public interface Cancellable {
    /** Calls it off if it has not run yet; any thread, any number of times. */
    void cancel();
}
