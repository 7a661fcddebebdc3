package dev.sluice.net.message;

/**
 * Master to worker: every Results and UnitFailed up to {@code sequence} is safe.
 *
 * @param windowBytes unacknowledged results that the worker may have in transit [bytes]; one larger result may go alone
 * @param queuedNanos how long the last of them had been at the master [ns]
 * @param answered the master has dealt with every UnitFailed up to this sequence, whether it is safe or not: what it
 *     takes back because of them was taken back before; 0 if this message does not say
 */
public record Acknowledge(long sequence, long windowBytes, long queuedNanos, long answered) implements Message {
    public Acknowledge {
        Checks.notNegative("answered", answered);
        Checks.notNegative("queuedNanos", queuedNanos);
        Checks.notNegative("sequence", sequence);
        Checks.notNegative("windowBytes", windowBytes);
    }
}
