package dev.sluice.net.message;

import dev.sluice.net.payload.Payload;

/**
 * Over a probe's own session: bytes without a meaning.
 *
 * @param last whether nothing follows
 */
public record ProbeData(boolean last, Payload bytes) implements Message {
    @Override
    public Payload payload() {
        return bytes;
    }
}
