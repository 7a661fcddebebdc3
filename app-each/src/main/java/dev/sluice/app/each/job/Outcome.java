package dev.sluice.app.each.job;

import dev.sluice.api.Blob;
import java.util.List;

/**
 * The result of a unit: how its command ended. A command that fails has an outcome too; only a command that could not
 * be tried has none.
 *
 * @param command the line as logs show it
 * @param exitCode 0 to 255; 0 if a signal ended it
 * @param signal that ended it, 0 for none
 * @param timedOut whether its time limit ended it
 * @param tries how often it was started, at least 1
 * @param host where it ran
 * @param slot number of the slot there, from 1, as {@code {%}} shows it
 * @param startedMicros of the last try [µs since 1970 by the worker's clock]
 * @param runMicros of the last try [µs]
 * @param peakBytes largest memory of its processes as far as it was sampled [B]; 0: unknown
 * @param outOfMemory whether it was killed because it used more than its limit, or because the host ran out of memory
 * @param returned in the order in which they were asked for; missing ones are left out
 * @param left name of a file that the command left in its own directory, which is gone; empty: none
 */
public record Outcome(
        byte[] command,
        int exitCode,
        int signal,
        boolean timedOut,
        int tries,
        String host,
        int slot,
        long startedMicros,
        long runMicros,
        long peakBytes,
        boolean outOfMemory,
        Blob standardOutput,
        Blob standardError,
        List<ReturnedFile> returned,
        byte[] left) {
    /** Begins the reason of a command for which no host has memory. */
    public static final String OUT_OF_MEMORY = "out of memory: the command used ";

    public Outcome {
        returned = List.copyOf(returned);
    }

    /** Tells whether the command succeeded. */
    public boolean succeeded() {
        return exitCode == 0 && signal == 0 && !timedOut;
    }
}
