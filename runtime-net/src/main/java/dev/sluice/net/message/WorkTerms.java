package dev.sluice.net.message;

/**
 * Master to worker: how the worker takes part from now on. A worker that registers is at work until it hears otherwise.
 *
 * @param parked whether the run goes on without it: it keeps its session, and gets no units and no setup
 * @param isolated whether its units are computed in separate processes, if the run leaves isolation open
 */
public record WorkTerms(boolean parked, boolean isolated) implements Message {}
