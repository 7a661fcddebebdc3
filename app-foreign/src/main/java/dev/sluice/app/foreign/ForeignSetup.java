package dev.sluice.app.foreign;

/**
 * The setup of a cycle.
 *
 * @param cycle its number, by which children know whether they have it
 * @param value opaque bytes
 */
public record ForeignSetup(int cycle, byte[] value) {}
