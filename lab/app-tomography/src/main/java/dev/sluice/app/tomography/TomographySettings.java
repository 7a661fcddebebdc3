package dev.sluice.app.tomography;

import java.nio.file.Path;

/**
 * The validated options.
 *
 * @param out picture to write
 * @param verify true if each slice is compared with one computed on the master
 */
record TomographySettings(Scan scan, int slices, Path out, boolean verify) {
    private static final double TOP = 0.72;

    /** @param index 0 ≤ index < slices; returns the slice's distance from the middle of the head */
    double z(long index) {
        return slices == 1 ? 0 : TOP * (2.0 * index / (slices - 1) - 1);
    }
}
