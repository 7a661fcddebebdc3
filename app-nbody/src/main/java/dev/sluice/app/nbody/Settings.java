package dev.sluice.app.nbody;

import java.nio.file.Path;

/**
 * The options, concluded.
 *
 * @param perUnit bodies of one unit; the last may have fewer
 * @param verify whether every step is compared with one computed serially
 */
record Settings(
        Preset preset, Law law, Span span, int bodies, int perUnit, long seed, Look look, Path out, boolean verify) {
    /** How far the simulation goes. */
    record Span(int steps, double timeStep) {}

    /**
     * How it is shown.
     *
     * @param every steps from frame to frame; 0 for no frames
     * @param reach half the height of a frame, in units of length
     */
    record Look(int width, int height, int every, double reach, Colour colour) {}

    /** What the colour of a body tells. */
    enum Colour {
        /** Where it comes from. */
        GROUP,
        /** How fast it is. */
        SPEED
    }

    /** Number of units in each cycle. */
    long units() {
        return 1 + (bodies - 1L) / perUnit;
    }

    /** Whether a picture shows this step. */
    boolean isShown(int step) {
        return look.every > 0 && (step % look.every == 0 || step == span.steps);
    }
}
