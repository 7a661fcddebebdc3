package dev.sluice.net.message;

/** Master to worker: finish the running units, hand back the rest, deliver, leave. */
public record Drain() implements Message {}
