package dev.sluice.app.foreign;

/**
 * A unit.
 *
 * @param value opaque bytes
 * @param trusted whether the master takes any result, or only data, which runs no code
 */
public record ForeignUnit(byte[] value, boolean trusted) {}
