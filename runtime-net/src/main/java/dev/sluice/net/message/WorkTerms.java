package dev.sluice.net.message;

/**
 * Master to worker: how the worker takes part from now on. A worker that registers is at work until it hears otherwise.
 *
 * @param parked whether the run goes on without it: it keeps its session, and gets no units and no setup
 */
public record WorkTerms(boolean parked) implements Message {}
