package dev.sluice.app.each.job;

import dev.sluice.api.Blob;

/**
 * A file that a command made.
 *
 * @param name relative to the directory of the command
 * @param executable whether its owner may execute it
 */
public record ReturnedFile(byte[] name, boolean executable, Blob content) {}
