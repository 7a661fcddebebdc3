package dev.sluice.app.tomography;

/** Reconstructs a slice by filtered back-projection. The angles' sines come from {@code StrictMath}. */
final class BackProjection {
    private BackProjection() {}

    static SliceImage reconstruct(Scan scan, Sinogram sinogram) {
        RampFilter filter = new RampFilter(scan);
        double[] sums = new double[scan.pixels()];
        for (int projection = 0; projection < scan.projections(); projection++) {
            smear(scan, scan.angle(projection), filter.filtered(sinogram.values(), projection * scan.size()), sums);
        }
        float[] values = new float[sums.length];
        for (int row = 0; row < scan.size(); row++) {
            for (int column = 0; column < scan.size(); column++) {
                int at = row * scan.size() + column;
                values[at] = scan.sees(row, column) ? (float) (sums[at] * Math.PI / scan.projections()) : 0;
            }
        }
        return new SliceImage(values);
    }

    /** Adds to each pixel the filtered value on its ray, interpolated between two detectors. */
    private static void smear(Scan scan, double angle, double[] filtered, double[] sums) {
        int size = scan.size();
        double cos = StrictMath.cos(angle);
        double sin = StrictMath.sin(angle);
        double middle = (size - 1) / 2.0;
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                double place = (column - middle) * cos + (middle - row) * sin + middle;
                int below = (int) Math.floor(place);
                if (below >= 0 && below < size - 1) {
                    double part = place - below;
                    sums[row * size + column] += filtered[below] * (1 - part) + filtered[below + 1] * part;
                } else if (below == size - 1 && place == below) {
                    sums[row * size + column] += filtered[below];
                }
            }
        }
    }
}
