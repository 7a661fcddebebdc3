package dev.sluice.app.tomography;

import java.util.OptionalDouble;

/** The error that another implementation leaves when it reconstructs the default slices from the same projections. */
final class Reference {
    static final int SLICES = 25;
    static final Scan SCAN = new Scan(257, 360);
    static final String NAME = "scikit-image 0.26";

    /** The largest relative difference that passes. */
    static final double TOLERANCE = 1e-6;

    private static final double RMS_ERROR = 0.038_950_237;

    private Reference() {}

    /** The root of the mean square error of all slices; empty for other slices than the default ones. */
    static OptionalDouble error(TomographySettings settings) {
        return settings.slices() == SLICES && settings.scan().equals(SCAN)
                ? OptionalDouble.of(RMS_ERROR)
                : OptionalDouble.empty();
    }

    static boolean accepts(double error, double reference) {
        return Math.abs(error - reference) <= TOLERANCE * reference;
    }
}
