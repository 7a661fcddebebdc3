package dev.sluice.app.tomography;

/**
 * An ellipse of constant density.
 *
 * @param density added to that of the ellipses below it
 * @param halfWidth half axis along x before the turn
 * @param halfHeight half axis along y before the turn
 * @param x centre
 * @param y centre
 * @param turn counterclockwise [rad]
 */
record Ellipse(double density, double halfWidth, double halfHeight, double x, double y, double turn) {
    boolean contains(double atX, double atY) {
        double cos = StrictMath.cos(turn);
        double sin = StrictMath.sin(turn);
        double across = ((atX - x) * cos + (atY - y) * sin) / halfWidth;
        double up = ((atY - y) * cos - (atX - x) * sin) / halfHeight;
        return across * across + up * up <= 1;
    }

    /** The exact integrals along the rays of one projection, added to what is there. */
    void project(Scan scan, int projection, double[] sums) {
        double angle = scan.angle(projection);
        double across = halfWidth * StrictMath.cos(angle - turn);
        double up = halfHeight * StrictMath.sin(angle - turn);
        double square = across * across + up * up; // of half the shadow's width
        double centre = x * StrictMath.cos(angle) + y * StrictMath.sin(angle);
        for (int detector = 0; detector < scan.size(); detector++) {
            double offset = scan.position(detector) - centre;
            double rest = square - offset * offset;
            if (rest > 0) {
                sums[detector] += 2 * density * halfWidth * halfHeight * Math.sqrt(rest) / square;
            }
        }
    }
}
