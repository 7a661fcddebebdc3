package dev.sluice.net.message;

/**
 * Worker to master: results of this size are ready and wait for a {@link Grant}.
 *
 * @param offer counts offers of this session from 1
 * @param bytes size of the results, at least 1
 * @param urgent whether the worker's memory or the end of a cycle waits for them
 */
public record Offer(long offer, long bytes, boolean urgent) implements Message {
    public Offer {
        Checks.positive("offer", offer);
        Checks.positive("bytes", bytes);
    }
}
