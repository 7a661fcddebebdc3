package dev.sluice.app.tomography;

/**
 * The geometry of the scanner: parallel rays through the square from -1 to 1, whose centre is the axis of rotation.
 *
 * @param size pixels of each side of a slice, and detectors of each projection
 * @param projections angles, evenly spaced over half a turn
 */
public record Scan(int size, int projections) {
    /** The distance between neighbouring detectors, and between the centres of neighbouring pixels. */
    double spacing() {
        return 2.0 / size;
    }

    /** The signed distance of a detector's ray from the axis, and a coordinate of a pixel's centre. */
    double position(int index) {
        return (index - (size - 1) / 2.0) * spacing();
    }

    /** The angle between the detectors' line and the x axis [rad]. */
    double angle(int projection) {
        return Math.PI * projection / projections;
    }

    /** The number of measured values of a slice. */
    int measurements() {
        return size * projections;
    }

    /** The number of pixels of a slice. */
    int pixels() {
        return size * size;
    }

    /** Returns false for pixels that some projections do not see. */
    boolean sees(int row, int column) {
        double x = column - (size - 1) / 2.0;
        double y = row - (size - 1) / 2.0;
        double radius = (size - 1) / 2.0;
        return x * x + y * y <= radius * radius;
    }
}
