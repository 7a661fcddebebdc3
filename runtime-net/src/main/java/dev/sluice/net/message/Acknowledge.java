package dev.sluice.net.message;

/**
 * Master to worker: every Results and UnitFailed up to {@code sequence} is safe.
 *
 * @param windowBytes how many bytes of unacknowledged results the worker may have on the way; one larger result may go
 *     when nothing else is
 * @param queuedNanos how long the last of them had been at the master [ns]
 */
public record Acknowledge(long sequence, long windowBytes, long queuedNanos) implements Message {
    public Acknowledge {
        Checks.notNegative("queuedNanos", queuedNanos);
        Checks.notNegative("sequence", sequence);
        Checks.notNegative("windowBytes", windowBytes);
    }
}
