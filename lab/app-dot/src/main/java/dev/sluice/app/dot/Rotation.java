package dev.sluice.app.dot;

/**
 * A rotation around the origin.
 *
 * @param matrix 3 × 3, row-major
 */
record Rotation(double[] matrix) {
    private static final double PHI = Math.sqrt(2);
    /** The positive solution of ψ^4 = ψ + 4. */
    private static final double PSI = 1.533751168755204288118041;

    /**
     * One of {@code count} rotations that cover all orientations evenly (Alexa, Super-Fibonacci Spirals: Fast,
     * Low-Discrepancy Sampling of SO(3), CVPR 2022). {@code StrictMath} has the same bits on every machine.
     *
     * @param index 0 ≤ index < count
     */
    static Rotation of(int index, int count) {
        double step = index + 0.5;
        double part = step / count;
        double angle = 2 * Math.PI * step;
        double inner = Math.sqrt(part);
        double outer = Math.sqrt(1 - part);
        return ofQuaternion(
                inner * StrictMath.sin(angle / PHI),
                inner * StrictMath.cos(angle / PHI),
                outer * StrictMath.sin(angle / PSI),
                outer * StrictMath.cos(angle / PSI));
    }

    private static Rotation ofQuaternion(double a, double b, double c, double d) {
        return new Rotation(new double[] {
            1 - 2 * (c * c + d * d),
            2 * (b * c - a * d),
            2 * (b * d + a * c),
            2 * (b * c + a * d),
            1 - 2 * (b * b + d * d),
            2 * (c * d - a * b),
            2 * (b * d - a * c),
            2 * (c * d + a * b),
            1 - 2 * (b * b + c * c)
        });
    }

    /** @param row 0, 1, 2 for the x, y and z coordinate of the turned point */
    double coordinate(int row, double x, double y, double z) {
        return matrix[3 * row] * x + matrix[3 * row + 1] * y + matrix[3 * row + 2] * z;
    }
}
