package dev.sluice.net.message;

/**
 * Master to worker: send what was offered.
 *
 * @param offer of an {@link Offer} of this session
 */
public record Grant(long offer) implements Message {
    public Grant {
        Checks.positive("offer", offer);
    }
}
