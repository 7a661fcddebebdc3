package dev.sluice.app.tomography;

import java.util.List;

/**
 * A model of a head. Its middle slice has the ten ellipses of Shepp and Logan (The Fourier reconstruction of a head
 * section, IEEE Transactions on Nuclear Science 21, 1974), with the densities of Toft (The Radon transform, thesis,
 * 1996). Above and below it, each ellipse shrinks as a slice of an ellipsoid does; the heights of these ellipsoids are
 * our own.
 */
final class Phantom {
    private static final List<Ellipsoid> PARTS = List.of(
            part(1.0, 0.69, 0.92, 0, 0, 0, 0.81),
            part(-0.8, 0.6624, 0.874, 0, -0.0184, 0, 0.78),
            part(-0.2, 0.11, 0.31, 0.22, 0, -18, 0.30),
            part(-0.2, 0.16, 0.41, -0.22, 0, 18, 0.40),
            part(0.1, 0.21, 0.25, 0, 0.35, 0, 0.41),
            part(0.1, 0.046, 0.046, 0, 0.1, 0, 0.15),
            part(0.1, 0.046, 0.046, 0, -0.1, 0, 0.15),
            part(0.1, 0.046, 0.023, -0.08, -0.605, 0, 0.10),
            part(0.1, 0.023, 0.023, 0, -0.606, 0, 0.10),
            part(0.1, 0.023, 0.046, 0.06, -0.605, 0, 0.10));

    private Phantom() {}

    /** @param height half the extent along the axis */
    private record Ellipsoid(Ellipse middle, double height) {}

    private static Ellipsoid part(
            double density, double halfWidth, double halfHeight, double x, double y, double degrees, double height) {
        double turn = degrees * Math.PI / 180;
        return new Ellipsoid(new Ellipse(density, halfWidth, halfHeight, x, y, turn), height);
    }

    /** The ellipses of the slice at this distance from the middle one. */
    static List<Ellipse> slice(double z) {
        return PARTS.stream()
                .filter(part -> Math.abs(z) < part.height)
                .map(part -> shrunk(part.middle, Math.sqrt(1 - z * z / (part.height * part.height))))
                .toList();
    }

    private static Ellipse shrunk(Ellipse all, double factor) {
        return new Ellipse(
                all.density(), all.halfWidth() * factor, all.halfHeight() * factor, all.x(), all.y(), all.turn());
    }

    /** The density at a point of a slice. */
    static double density(List<Ellipse> slice, double x, double y) {
        double density = 0;
        for (Ellipse ellipse : slice) {
            if (ellipse.contains(x, y)) {
                density += ellipse.density();
            }
        }
        return density;
    }

    /** Scans a slice without noise. */
    static Sinogram scan(Scan scan, List<Ellipse> slice) {
        float[] values = new float[scan.measurements()];
        for (int projection = 0; projection < scan.projections(); projection++) {
            double[] sums = new double[scan.size()];
            for (Ellipse ellipse : slice) {
                ellipse.project(scan, projection, sums);
            }
            for (int detector = 0; detector < scan.size(); detector++) {
                values[projection * scan.size() + detector] = (float) sums[detector];
            }
        }
        return new Sinogram(values);
    }
}
