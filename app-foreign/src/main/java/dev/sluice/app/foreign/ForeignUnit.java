package dev.sluice.app.foreign;

/**
 * A unit.
 *
 * @param index in its cycle
 * @param value opaque bytes
 * @param trusted whether the master takes any result, or only data, which runs no code
 */
public record ForeignUnit(long index, byte[] value, boolean trusted) {}
