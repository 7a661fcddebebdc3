package dev.sluice.net.message;

import dev.sluice.net.payload.Payload;

/**
 * Over a probe's own session: meaningless bytes.
 *
 * @param last whether this is the last message
 */
public record ProbeData(boolean last, Payload bytes) implements Message {
    @Override
    public Payload payload() {
        return bytes;
    }
}
