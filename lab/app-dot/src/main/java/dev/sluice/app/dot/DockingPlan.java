package dev.sluice.app.dot;

import java.nio.file.Path;

/**
 * The validated options.
 *
 * @param size cells of the grid along each edge, a power of two
 * @param rotationsPerUnit rotations of one unit; the last may have fewer
 * @param poses how many of the best poses are kept
 * @param out picture to write
 */
record DockingPlan(int size, int rotations, int rotationsPerUnit, int poses, long seed, Path out) {
    long units() {
        return 1 + (rotations - 1L) / rotationsPerUnit;
    }

    /** @param index 0 ≤ index < units */
    RotationBlock unit(long index) {
        int first = Math.toIntExact(index * rotationsPerUnit);
        return new RotationBlock(first, Math.min(rotationsPerUnit, rotations - first));
    }
}
