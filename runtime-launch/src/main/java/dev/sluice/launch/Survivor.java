package dev.sluice.launch;

/**
 * A worker that a lost master had started, and that has joined the next one.
 *
 * @param host as the worker names it
 */
public record Survivor(String host, long pid) {}
