package dev.sluice.net.message;

/** Answer of a worker that others fetch from: the next piece is still on its way to this worker, which is alive. */
public record PeerWait() implements Message {}
