package dev.sluice.app.mandelbrot;

/**
 * A part of the plane; its height follows from the shape of the picture.
 *
 * @param real real part of the centre
 * @param imaginary imaginary part of the centre
 * @param width width of the picture in the plane
 */
record Region(double real, double imaginary, double width) {
    /** Minimum distance of two pixels, in units of the last place of a double. */
    private static final double LEAST_ULPS = 4;

    /** Reads {@code real,imaginary,width}. */
    static Region parse(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length != 3) {
            throw new NumberFormatException(text);
        }
        return new Region(
                Double.parseDouble(parts[0].strip()),
                Double.parseDouble(parts[1].strip()),
                Double.parseDouble(parts[2].strip()));
    }

    /** True if pixels at this distance differ everywhere in the region. */
    boolean resolves(double step) {
        double far = Math.max(Math.abs(real), Math.abs(imaginary)) + width;
        return step >= LEAST_ULPS * Math.ulp(far);
    }

    @Override
    public String toString() {
        return real + "," + imaginary + "," + width;
    }
}
