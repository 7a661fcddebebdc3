package dev.sluice.app.each.shell;

/**
 * How one try of a command went.
 *
 * @param startedMicros [µs since 1970]
 * @param runMicros [µs]
 * @param peakBytes largest memory of its processes [bytes]; 0: unknown
 * @param outOfMemory whether it was killed for its memory
 */
record CommandTry(
        ExitStatus status, boolean timedOut, long startedMicros, long runMicros, long peakBytes, boolean outOfMemory) {
    boolean succeeded() {
        return status.succeeded() && !timedOut;
    }

    /** Returns the try as a failed one, because its files could not come back. */
    CommandTry refused() {
        return new CommandTry(ExitStatus.REFUSED, timedOut, startedMicros, runMicros, peakBytes, outOfMemory);
    }
}
