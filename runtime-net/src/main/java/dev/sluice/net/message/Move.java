package dev.sluice.net.message;

/**
 * Master to worker: hand back what is not started, finish and deliver the rest, and register at another master of the
 * run. The process, the application and the setup stay. A worker that cannot connect there comes back.
 *
 * @param to the master to which it moves
 */
public record Move(Refuge to) implements Message {}
