package dev.sluice.app.tomography;

/**
 * The filter of Ramachandran and Lakshminarayanan in the domain of space (Kak and Slaney, Principles of Computerized
 * Tomographic Imaging, 1988, equation 3-61). A sum over all detectors has no error of a periodic transform, and costs
 * as much as the back-projection at most.
 */
final class RampFilter {
    /** The weight of a value at this distance in detectors, divided by the spacing's inverse square. */
    private final double[] weights;

    private final double spacing;

    RampFilter(Scan scan) {
        weights = new double[scan.size()];
        weights[0] = 0.25;
        for (int distance = 1; distance < weights.length; distance += 2) {
            weights[distance] = -1 / (Math.PI * Math.PI * distance * distance);
        }
        spacing = scan.spacing();
    }

    /**
     * Filters one projection.
     *
     * @param values the detectors' values from {@code from} on
     */
    double[] filtered(float[] values, int from) {
        double[] filtered = new double[weights.length];
        for (int to = 0; to < filtered.length; to++) {
            double sum = weights[0] * values[from + to];
            for (int distance = 1; distance <= to; distance += 2) {
                sum += weights[distance] * values[from + to - distance];
            }
            for (int distance = 1; distance < filtered.length - to; distance += 2) {
                sum += weights[distance] * values[from + to + distance];
            }
            filtered[to] = sum / spacing;
        }
        return filtered;
    }
}
