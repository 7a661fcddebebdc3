package dev.sluice.net.message;

/** Operator to master: give this unit up. A worker that computes it ends it. */
public record CancelUnit(UnitName unit) implements Message {}
