package dev.sluice.net.message;

import dev.sluice.net.payload.Payload;

/** Master to worker: the answer to {@link Fetch}, bytes from {@code offset} of the jar or file. */
public record FilePart(String sha256, long offset, Payload bytes) implements Message {
    public FilePart {
        Checks.sha256(sha256);
        Checks.notNegative("offset", offset);
    }

    @Override
    public Payload payload() {
        return bytes;
    }
}
