package dev.sluice.app.foreign;

/**
 * A unit.
 *
 * @param index in its cycle
 * @param value opaque bytes
 */
public record ForeignUnit(long index, byte[] value) {}
