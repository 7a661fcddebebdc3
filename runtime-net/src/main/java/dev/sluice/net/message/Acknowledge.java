package dev.sluice.net.message;

/**
 * Master to worker: every Results and UnitFailed up to {@code sequence} is safe.
 *
 * @param windowBytes unacknowledged results that the worker may have in transit [bytes]; one larger result may go alone
 * @param queuedNanos how long the last of them had been at the master [ns]
 */
public record Acknowledge(long sequence, long windowBytes, long queuedNanos) implements Message {
    public Acknowledge {
        Checks.notNegative("queuedNanos", queuedNanos);
        Checks.notNegative("sequence", sequence);
        Checks.notNegative("windowBytes", windowBytes);
    }
}
