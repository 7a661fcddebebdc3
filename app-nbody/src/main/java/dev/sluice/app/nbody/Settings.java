package dev.sluice.app.nbody;

import java.nio.file.Path;

/**
 * The validated options.
 *
 * @param perUnit bodies of one unit; the last may have fewer
 * @param verify true if every step is compared with one computed serially
 */
record Settings(
        Preset preset, Law law, Span span, int bodies, int perUnit, long seed, Look look, Path out, boolean verify) {
    /** The number of steps and their length. */
    record Span(int steps, double timeStep) {}

    /**
     * The appearance of the film.
     *
     * @param every steps from frame to frame; 0 for no frames
     * @param reach half the height of a frame, in units of length
     */
    record Look(int width, int height, int every, double reach, Colour colour) {}

    /** The meaning of a body's colour. */
    enum Colour {
        /** The colour shows the group. */
        GROUP,
        /** The colour shows the speed. */
        SPEED
    }

    /** Number of units in each cycle. */
    long units() {
        return 1 + (bodies - 1L) / perUnit;
    }

    /** True if a picture shows this step. */
    boolean isShown(int step) {
        return look.every > 0 && (step % look.every == 0 || step == span.steps);
    }
}
